"""The web app: play, watch and replay in the browser, and replays as one HTML file."""
