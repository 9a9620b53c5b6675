"""Which of Discord's shards are ours, and our connections to them."""
