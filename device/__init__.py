"""The box's hardware: models of its chips, its front panel, and the real boards."""
