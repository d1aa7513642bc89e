"""JSR-184 animation: what keyframe sequences, tracks, controllers and ``.m3g`` files mean."""
