"""Discord's interface: limits, error codes, controls, requests, permissions and names."""
