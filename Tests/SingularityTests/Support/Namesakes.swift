import Singularity

private struct Namesake { init() {} }

extension Namesake: Injectable {}
