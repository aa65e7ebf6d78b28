// Loops: a build that repeats one above it.

extension Build {
  /// Throws if this build repeats one above it, or if too many builds are above it.
  ///
  /// The search runs only at depths that are powers of two, so a long path costs little. A loop runs on until the next
  /// such depth. The hooks of a shared instance may ask for it again: the shared instance answers, and the recursion
  /// ends.
  @inline(__always)
  func refuseLoop() throws { if isRefused { try refuse() } }

  /// True if this build repeats one above it, or if too many builds are above it, at a depth that is checked.
  @inline(__always)
  var isRefused: Bool { depth >= 4 && depth & (depth - 1) == 0 && (repeatsOneAbove() || depth >= Build.mostAbove) }

  /// Throws the error of a build that is refused.
  @inline(never)
  func refuse() throws {
    if repeatsOneAbove() { throw Build.loop(way, in: core) }
    throw AstrojectError.tooDeep(failure(.endless))
  }

  /// The largest number of builds above one.
  ///
  /// A longer path is taken to be endless.
  ///
  /// Arguments that cannot be compared do not tell a loop from a recursion, and a recursion that awaits takes no stack.
  private static let mostAbove = 1 << 16

  @inline(never)
  private func repeatsOneAbove() -> Bool { hasTwinAbove { $0.repeats(self) } }

  /// Returns true if both make the same product, for the same arguments and in the same container.
  private func repeats(_ other: Build) -> Bool {
    guard core === other.core, isTwin(of: other) else { return false }
    // A decorator's build repeats another one if the builds of the decorated products repeat each other.
    if other.blueprintUnderWay?.isDecorator ?? false, let parent, let decorated = other.parent {
      return parent.repeats(decorated)
    }
    return argument.map { $0 == other.argument } ?? false
  }

  /// Returns the error of a loop, which may have gone round several times.
  ///
  /// - Parameters:
  ///   - builds: The builds from the root to the last one; see ``pathOfLoop(_:)``.
  ///   - isWait: True if a wait closes it.
  static func loop(_ builds: [Build], in core: Core, isWait: Bool = false) -> AstrojectError {
    let path = pathOfLoop(builds)
    // A loop has builds.
    let last = path[path.count - 1]
    return .circularDependency(
      AstrojectError.Failure(
        key: last.key, path: path, location: last.location,
        cause: .loop(byWaiting: isWait, remedy: core.remedy(forLoopOf: path, in: builds))))
  }

  /// Returns the path of a loop: the steps from the root to the first one that repeats an earlier one.
  ///
  /// A loop is found late, and a transient may close another one on the way to the wait that closes it.
  ///
  /// - Parameter builds: The builds from the root to one that repeats one of them. Those of another thread follow at
  ///   the place of a wait.
  private static func pathOfLoop(_ builds: [Build]) -> [AstrojectError.Step] {
    var earlier: [Int: [Build]] = [:]
    var seen: Set<ObjectIdentifier> = []
    var path: [AstrojectError.Step] = []
    for build in builds {
      let step = build.step
      // A decorator has the key of what it surrounds, which would be there twice.
      if path.last?.key == step.key, build.blueprintUnderWay?.isDecorator ?? false { path.removeLast() }
      path.append(step)
      let likeness = build.likeness
      let twins = earlier[likeness, default: []]
      if !seen.insert(ObjectIdentifier(build)).inserted || build.repeats(oneOf: twins, seen) { break }
      earlier[likeness] = twins + [build]
    }
    return path
  }

  /// A number that builds which repeat each other have in common, and few others.
  private var likeness: Int { registration.address.hashValue ^ (argument?.hashValue ?? 0) }

  /// Returns true if this build repeats one of others that came before it.
  private func repeats(oneOf twins: [Build], _ earlier: Set<ObjectIdentifier>) -> Bool {
    guard !twins.isEmpty else { return false }
    // A build above may show its product already. One that is not above is of another thread.
    return hasTwinAbove { earlier.contains(ObjectIdentifier($0)) && $0.repeats(self) }
      || twins.contains { !isWithin($0) && $0.repeats(self) }
  }

  /// Returns true if a build below already gets the product, although hooks are still running.
  func showsDraft(to build: Build) -> Bool {
    guard flags.load() & Flag.showsDraft != 0 else { return false }
    // An instance that a tree shares is found in that tree alone.
    guard let blueprint = blueprintUnderWay else { return true }
    return blueprint.origin.flags.lifetime != .graph || knownTree === build.knownTree
  }

  /// True while a property of the finished object gets its value.
  var isInjecting: Bool { flags.load() & Flag.isInjecting != 0 }

  /// True while an `afterInit` of the product runs, rather than its recipe.
  var isInHook: Bool { flags.load() & (Flag.runsHooks | Flag.isInjecting) == Flag.runsHooks }

  /// Returns true if a build above has the same registration and passes a test.
  ///
  /// The search ends at the nearest build that already shows its product to this one.
  func hasTwinAbove(_ isIt: (Build) -> Bool) -> Bool {
    // True if a shared instance lies in between. If a property above it has asked for it, the twin's property gets the
    // same instance later, which is no loop.
    var isSharedBetween = false
    return search { build in
      if build === self { return nil }
      if build.showsDraft(to: self) || isSharedBetween && build.isInjecting { return false }
      // A build that has ended is no part of a loop.
      let isLoop = build.isTwin(of: self) && !build.retainsReferences
      if isLoop, isIt(build) { return true }
      isSharedBetween = isSharedBetween || build.isShared(with: self)
      return nil
    } ?? false
  }

  /// Returns true if another build gets the instance that this one makes, and no other instance.
  private func isShared(with other: Build) -> Bool {
    // A decorated forwarding shares its product as its target does.
    switch blueprintUnderWay?.origin.flags.lifetime {
    case nil, .transient, .forwarded, .shared, .perContainer: false
    case .graph: knownTree.map { $0 === other.knownTree } ?? false
    case .singleton, .disposable, .weak, .scoped: true
    }
  }

  /// The value of the arguments; nil if it cannot be compared, or if the build has ended.
  private var argument: ArgumentValue? {
    if let supplied { return supplied.value }
    guard let argument = extras?.contents.withLock({ $0.argument }) else { return .void }
    // The build may run on another thread and end meanwhile.
    return blueprintUnderWay == nil ? nil : ArgumentValue.of(arguments: argument)
  }
}
