"""Rules about keyframe sequences, controllers and tracks of JSR-184 only."""
