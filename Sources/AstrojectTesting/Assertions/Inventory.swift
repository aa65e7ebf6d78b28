import Astroject

/// The registrations of a container as a failure text lists them: the answer to a key, near matches, then all others.
struct Inventory {
  private let core: Core?
  /// The build whose resolver is asked; nil for a container.
  private let build: Build?

  init(of container: any Resolving) {
    switch container {
    case let container as Container: (core, build) = (container.core, nil)
    case let resolver as Resolver: (core, build) = (resolver.core, resolver.build)
    default: (core, build) = (nil, nil)
    }
  }

  init(of core: Core) { (self.core, build) = (core, nil) }

  /// The notes about a container that is a fork.
  var remarks: [String] { core?.fork?.remarks ?? [] }

  /// The subject of a sentence about the container.
  var name: String { core?.name.map { "The container \($0.quoted)" } ?? "The container" }

  /// Returns a line for each registration, the nearest to a key first, or one that explains their absence.
  func lines(nearestTo key: Key?) -> [String] {
    guard let core else { return ["contents unknown, because it is not a `Container`"] }
    let lines = try? core.use(key ?? Key(Void.self), within: build?.isActive ?? false) {
      core.inventory(nearestTo: key)
    }
    return lines ?? ["nothing, because it was released"]
  }
}

extension Inventory {
  /// Returns the line of the registration that answers to a key; nil if none does.
  func answer(to key: Key) -> String? {
    guard let core else { return nil }
    return try? core.use(key, within: build?.isActive ?? false) { core.find(key).map(core.line) }
  }
}

// MARK: - Listing

extension Core {
  fileprivate func inventory(nearestTo key: Key?) -> [String] {
    let exact = key.flatMap(find)
    let near = key.map { NearMatches(self).like($0).matches } ?? []
    let shown = Set(near.map { Spot(key: $0.key, location: $0.location) })
    let others = registrations().filter { found in
      found.blueprint !== exact?.blueprint
        && !shown.contains(Spot(key: found.blueprint.key, location: found.blueprint.location))
    }
    let lines = (exact.map { [line(for: $0)] } ?? []) + near.map(\.description) + others.map(line)
    return FailureText.list(lines) + (hasFallback ? ["and a fallback, which may have more"] : [])
  }
}

/// The identity of a registration in a text.
private struct Spot: Hashable {
  let key: Key
  let location: CodeLocation
}

// MARK: - In a text

extension FailureText {
  /// Returns the text with the registrations of a container, and with the notes about a fork.
  func inventory(of container: any Resolving, nearestTo key: Key?, as name: String? = nil) -> FailureText {
    with(Inventory(of: container), nearestTo: key, as: name)
  }

  /// Returns the text with the registrations of a core's container.
  func inventory(of core: Core, nearestTo key: Key) -> FailureText {
    with(Inventory(of: core), nearestTo: key, as: nil)
  }

  private func with(_ inventory: Inventory, nearestTo key: Key?, as name: String?) -> FailureText {
    with("\(name ?? inventory.name) has", inventory.lines(nearestTo: key)).noting(inventory.remarks)
  }
}
