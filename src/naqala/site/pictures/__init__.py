"""Pictures made from positions: boards for the pages (SVG) and the card of a link (PNG)."""
