"""What is measured: the engine, and clicks under load. No test asks for a figure."""
