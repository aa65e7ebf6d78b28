import Nexus

final class Extra: Injectable {}
