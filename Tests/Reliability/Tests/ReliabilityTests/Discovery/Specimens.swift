import Foundation
import NexusFixtures

// Types for all kinds of conformance records and descriptors. The tests feed their records to the reader, intact and
// mutated.

enum Cabinet {
  final class Beetle: Specimen {
    var legs = 6
    var name = "beetle"
    var next: Beetle?
  }

  struct Leaf {
    var veins: [Double] = []
    var tree: (any Specimen)?
  }

  enum Shell {
    case left(Int), right
  }

  actor Bee: Specimen {
    var load = 0.5
  }

  struct Jar<Content> {
    var content: Content
    struct Lid {}
  }
}

extension Cabinet.Leaf: Specimen {}
extension Cabinet.Shell: Specimen {}
extension Cabinet.Jar: Specimen {}
extension Cabinet.Jar.Lid: Specimen {}

private struct Hidden {
  var secret = 1
}

extension Hidden: Specimen {}

/// A type within an extension of a standard library type, whose name is written out.
extension String {
  struct Footnote: Specimen {
    var text = ""
  }
}

/// A type within an extension of another module's type, whose name is a reference.
extension Garden {
  final class Gate: Specimen {
    var isOpen = false
  }
}

/// A conformance outside of the modules of the type and of the protocol.
extension Garden: Specimen {}

/// A C type, whose name is written out.
extension timespec: Specimen {}

func localSpecimen() -> any Specimen.Type {
  struct Local: Specimen {
    var number = 1
  }
  return Local.self
}
