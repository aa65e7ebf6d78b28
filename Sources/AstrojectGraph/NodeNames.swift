import Nexus

/// The identities of the registrations of a survey.
struct NodeNames {
  /// The registrations, in the order in which they were made.
  let order: [Int]
  private var names: [String]

  init(_ survey: Survey) {
    let registrations = survey.registrations
    order = registrations.indices.sorted { registrations[$0].blueprint.sequence < registrations[$1].blueprint.sequence }
    names = Array(repeating: "", count: registrations.count)
    var numbering = Numbering()
    for index in order {
      let suffix = registrations[index].blueprint.isDecorator ? " (decorator)" : ""
      names[index] = numbering.unique(registrations[index].summary.key.qualifiedDescription + suffix)
    }
  }

  subscript(registered: Int) -> DependencyGraph.Node.ID { names[registered] }
}

/// Makes names differ by a number.
struct Numbering {
  private var counts: [String: Int] = [:]
  private var taken: Set<String> = []

  /// Returns a name the first time, and then the name with a number: `Cache`, `Cache #2`.
  mutating func unique(_ name: String) -> String {
    var count = counts[name, default: 0]
    defer { counts[name] = count }
    // Another name may already end with such a number.
    while true {
      count += 1
      let unique = count == 1 ? name : "\(name) #\(count)"
      if taken.insert(unique).inserted { return unique }
    }
  }
}
