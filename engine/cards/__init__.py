"""The cards and powers, box by box: one small class each, with who, when and effect."""
