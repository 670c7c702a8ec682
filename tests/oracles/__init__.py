"""Second implementations that the product is compared with."""
