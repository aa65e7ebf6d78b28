// The hooks that run on a product, and the decorators that surround it.

extension Make {
  @inline(never)
  func complete<Argument, Product>(
    _ product: inout AnyProduct, as type: Product.Type, _ argument: Argument, _ build: Borrowed<Build>,
    in slot: InstanceSlot?, _ ask: Ask
  ) throws {
    let build = build.object
    var isInHook = false
    do {
      try give(product, to: showDraft(product, of: build, in: slot), by: build)
      isInHook = true
      try refuseHooks(on: product, for: ask)
      for index in hooks.indices {
        let replacement = try hooks[index].run(Resolver(of: build), product)
        let waiting = try take(replacement, of: index, in: &product, of: build, slot, ask)
        try give(product, to: waiting, by: build)
      }
      try build.finishProperties()
      if !decorators.isEmpty {
        try surround(&product, with: decorators, as: type, argument, build)
        try give(product, to: showDraft(product, of: build, in: slot, asOutermost: true), by: build)
      }
    } catch {
      throw translate(error, inHook: isInHook, for: ask)
    }
  }

  func completeAwaiting<Argument, Product>(
    _ product: inout AnyProduct, as type: Product.Type, _ argument: Argument, _ build: Borrowed<Build>,
    in slot: InstanceSlot?, _ ask: Ask
  ) async throws {
    let build = build.object
    var isInHook = false
    do {
      try await give(product, to: showDraft(product, of: build, in: slot), by: build)
      isInHook = true
      try refuseHooks(on: product, for: ask)
      for index in hooks.indices {
        if hooks[index].kind.maySuspend { build.suspend() }
        let replacement = try await hooks[index].run(Resolver(of: build), product)
        let waiting = try take(replacement, of: index, in: &product, of: build, slot, ask)
        try await give(product, to: waiting, by: build)
      }
      try build.finishProperties()
      if !decorators.isEmpty {
        try await surroundAwaiting(&product, with: decorators, as: type, argument, build)
        try await give(product, to: showDraft(product, of: build, in: slot, asOutermost: true), by: build)
      }
    } catch {
      throw translate(error, inHook: isInHook, for: ask)
    }
  }

  /// Sets properties that have waited for a product.
  @inline(never)
  private func give(_ product: AnyProduct, to properties: [LateProperty], by build: Build) throws {
    for property in properties { try property.give(product, by: build) }
  }

  private func give(_ product: AnyProduct, to properties: [LateProperty], by build: Build) async throws {
    for property in properties { try await property.give(product, by: build) }
  }

  /// Surrounds a product with decorators.
  func surround<Argument, Product>(
    _ product: inout AnyProduct, with decorators: [Make], as type: Product.Type, _ argument: Argument, _ build: Build
  ) throws {
    let thread = ThreadContext.current
    for decorator in decorators {
      let layer = decorator.begin(around: product, within: build)
      do {
        try layer.with { try $0.refuseLoop() }
        product =
          decorator.takesArguments
          ? try decorator.callForBox(of: self, argument, as: type, for: layer, on: thread)
          : try decorator.callForBox(of: self, (), as: type, for: layer, on: thread)
        decorator.end(layer)
      } catch {
        let error = ResolutionContext(of: build).translate(error, of: decorator.blueprint)
        decorator.end(layer, failingWith: error)
        throw error
      }
    }
  }

  func surroundAwaiting<Argument, Product>(
    _ product: inout AnyProduct, with decorators: [Make], as type: Product.Type, _ argument: Argument, _ build: Build
  ) async throws {
    for decorator in decorators {
      if decorator.kind.maySuspend { build.suspend() }
      let layer = decorator.begin(around: product, within: build)
      do {
        try layer.with { try $0.refuseLoop() }
        let made: Product =
          decorator.takesArguments
          ? try await decorator.callAwaiting(argument, for: layer)
          : try await decorator.callAwaiting((), for: layer)
        product = newBox(made)
        decorator.end(layer)
      } catch {
        let error = ResolutionContext(of: build).translate(error, of: decorator.blueprint)
        decorator.end(layer, failingWith: error)
        throw error
      }
    }
  }

  /// True if this decorator takes the arguments of what it decorates.
  private var takesArguments: Bool { blueprint.arguments != Void.self }

  /// Goes on with the replacement that a hook has made for the product, if there is one.
  ///
  /// Returns the properties that get the product now.
  private func take(
    _ replacement: AnyProduct?, of hook: Int, in product: inout AnyProduct, of build: Build, _ slot: InstanceSlot?,
    _ ask: Ask
  ) throws -> [LateProperty] {
    if replacement == nil, isFinal(product, before: hook) { return [] }
    if let replacement {
      // On behalf of the build because what is replaced may be freed here, and ask for the product.
      CurrentBuild.lead(build) { product = replacement }
      try refuseHooks(from: hook + 1, on: product, for: ask)
    }
    // None wait after the first time: they have the product from before, or ask for themselves.
    return showDraft(product, of: build, in: slot, before: hook + 1)
  }

  /// True if the product is an object, or a value that none of the hooks from a position on may replace.
  private func isFinal(_ product: AnyProduct, before hook: Int) -> Bool {
    hook >= settingHooks || product.isObject
  }

  /// Shows the product to the hooks and the code that they run; returns the properties that get it now.
  ///
  /// A product with decorators is not shown before the outermost one exists, which is shown with `isOutermost`; a value
  /// not before its properties are set.
  func showDraft(
    _ product: AnyProduct, of build: Build, in slot: InstanceSlot?, before hook: Int = 0,
    asOutermost isOutermost: Bool = false
  ) -> [LateProperty] {
    let isShown = isOutermost || decorators.isEmpty && isFinal(product, before: hook)
    if !hooks.isEmpty, decorators.isEmpty { build.note(Build.Flag.runsHooks) }
    guard let slot, isShown else { return [] }
    if !hooks.isEmpty, !isOutermost { build.note(Build.Flag.showsDraft) } else if slot.custom != nil { return [] }
    // On behalf of the build because the product that was shown before may be freed here, and ask for the product.
    return CurrentBuild.lead(build) { slot.showDraft(product) }
  }

  // MARK: The build of this decorator

  /// Begins the build, which may be at work already for the same product; see ``Build/refuseLoop()``.
  @inline(never)
  private func begin(around product: AnyProduct, within outer: Build) -> Borrowed<Build> {
    let step = outer.openStep(for: blueprint.key)
    step?.note(.decorated, of: blueprint)
    let build = ThreadContext.current.beginBuild(
      of: Borrowed(blueprint), in: outer.source, for: Borrowed(outer), staysHere: false)
    build.with { build in
      if let step { build.begin(with: Build.Extras.Contents(openStep: step)) }
      build.decorated = product
    }
    return build
  }

  /// Ends the build.
  @inline(never)
  private func end(_ build: Borrowed<Build>, failingWith error: AstrojectError? = nil) {
    let step = build.with { build in
      build.decorated = nil
      return build.openStep
    }
    ThreadContext.current.giveBack(build)
    step?.end(failingWith: error)
  }
}
