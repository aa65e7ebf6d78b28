@_exported import Astroject
