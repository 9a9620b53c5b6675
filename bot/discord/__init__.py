"""What we know of Discord: its limits and error codes, controls, permissions and names."""
