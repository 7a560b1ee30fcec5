"""Simulated disasters: whole evenings in virtual time, deterministic from a seed."""
