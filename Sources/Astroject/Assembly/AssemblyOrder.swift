/// An order of assemblies in which each comes after those that it requires.
struct AssemblyOrder {
  private(set) var assemblies: [any Assembly] = []
  /// The types that have a position in the order.
  private(set) var placed: Set<ObjectIdentifier> = []
  /// The types that have run before, which are not made again when they are required.
  private let done: Set<ObjectIdentifier>
  private var missing: [(type: any Assembly.Type, requirer: any Assembly.Type)] = []
  private let given: [any Assembly]
  /// The indices of the given assemblies, by type.
  private let givenByType: [ObjectIdentifier: [Int]]
  /// The indices of the given assemblies that have a position.
  private var orderedGiven: Set<Int> = []

  /// Puts assemblies in order, with the assemblies that they require.
  ///
  /// - Parameters:
  ///   - given: The assemblies, in the order in which they were added. That order stays unless requirements change it.
  ///     Each object counts once.
  ///   - done: The types that have run already. A given assembly runs all the same.
  ///   - makesMissing: True if required assemblies that were not given are made.
  /// - Throws: ``Assembler/Error/circularRequirement(_:)``, or ``Assembler/Error/missingRequiredAssemblies(_:)``.
  init(_ given: [any Assembly], after done: Set<ObjectIdentifier>, makesMissing: Bool) throws {
    var objects: Set<ObjectIdentifier> = []
    self.given = given.filter { assembly in
      !(type(of: assembly) is AnyObject.Type) || objects.insert(ObjectIdentifier(assembly as AnyObject)).inserted
    }
    givenByType = Dictionary(grouping: self.given.indices) { [given = self.given] in
      ObjectIdentifier(type(of: given[$0]))
    }
    self.done = done
    for index in self.given.indices { try put(given: index, path: []) }
    if makesMissing || missing.isEmpty { return }
    let names = AssemblyNames(of: self.given.map { type(of: $0) })
    throw Assembler.Error.missingRequiredAssemblies(
      missing.map { missing in
        Assembler.MissingAssembly(
          type: missing.type, nearMatches: names.types(like: missing.type), requirer: missing.requirer)
      })
  }

  private mutating func put(given index: Int, path: [any Assembly.Type]) throws {
    if orderedGiven.insert(index).inserted { try put(given[index], path: path) }
  }

  /// Appends an assembly, after all that it requires.
  private mutating func put(_ assembly: any Assembly, path: [any Assembly.Type]) throws {
    let type = type(of: assembly)
    placed.insert(ObjectIdentifier(type))
    let path = path + [type]
    for required in type.requiredAssemblies {
      if let start = path.firstIndex(where: { $0 == required }) {
        throw Assembler.Error.circularRequirement(path[start...] + [required])
      }
      try put(required: required, path: path)
    }
    assemblies.append(assembly)
  }

  /// Places every given assembly of a type, or makes one if none is given, placed or run.
  private mutating func put(required: any Assembly.Type, path: [any Assembly.Type]) throws {
    let id = ObjectIdentifier(required)
    if let given = givenByType[id] {
      for index in given { try put(given: index, path: path) }
    } else if !placed.contains(id), !done.contains(id) {
      if let requirer = path.last { missing.append((required, requirer)) }
      try put(required.init(), path: path)
    }
  }
}
