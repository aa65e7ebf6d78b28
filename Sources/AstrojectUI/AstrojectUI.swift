@_exported import Nexus
