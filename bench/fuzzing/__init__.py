"""What `bench/fuzz.py` sends, and to whom."""
