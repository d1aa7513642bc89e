"""Motions as pictures: curves with keys and handles, contact sheets, pages, and lines of text.

``curves`` works out what there is to draw, on arrays; ``sparklines`` draws it with characters.
The rest needs matplotlib (the extra ``plot``): ``panels`` draws one channel, ``sheets`` lays
panels out, ``pictures`` makes them SVG or PNG and ``pages`` one HTML page. Equal motions give
equal bytes.
"""
