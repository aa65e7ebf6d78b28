import Nexus

/// The identities of the registrations of a survey.
struct NodeNames {
  /// The registrations, in the order in which they were made.
  let order: [Int]
  private var names: [String]

  init(_ survey: Survey) {
    let registrations = survey.registrations
    order = registrations.indices.sorted { registrations[$0].summary.sequence < registrations[$1].summary.sequence }
    names = Array(repeating: "", count: registrations.count)
    var counts: [String: Int] = [:]
    var taken: Set<String> = []
    for index in order {
      let suffix = registrations[index].blueprint.isDecorator ? " (decorator)" : ""
      let name = registrations[index].summary.key.qualifiedDescription + suffix
      var count = counts[name, default: 0]
      // The text of another key may already end with such a number.
      repeat {
        count += 1
        names[index] = count == 1 ? name : "\(name) #\(count)"
      } while !taken.insert(names[index]).inserted
      counts[name] = count
    }
  }

  subscript(registered: Int) -> DependencyGraph.Node.ID { names[registered] }
}
