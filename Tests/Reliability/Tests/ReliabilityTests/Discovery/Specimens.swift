import Foundation
import NexusFixtures

// Types of all kinds that a conformance record can be about, and of all that its descriptors lead to: their records are
// what the reader of records is fed with, as they are and mutated.

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

/// A type within an extension of a type of the standard library, whose name is written out.
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

/// Adopts the protocol in another module than its own and the protocol's.
extension Garden: Specimen {}

/// A type of C, whose name is written out.
extension timespec: Specimen {}

func localSpecimen() -> any Specimen.Type {
  struct Local: Specimen {
    var number = 1
  }
  return Local.self
}
