/// A running decorator: its build, its step of a trace, and its errors.
struct DecoratorBuild {
  /// The build, retained once.
  private let build: Unmanaged<Build>
  private let context: ResolutionContext
  private let step: OpenStep?
  private let decorator: Blueprint
  /// The arguments, if the decorator takes them.
  let arguments: AnyArguments?

  /// Begins the build of a decorator.
  ///
  /// - Throws: ``AstrojectError/circularDependency(_:)`` if the decorator is at work already, for the same product.
  init(of decorator: Blueprint, around product: AnyProduct, in resolution: borrowing Resolution) throws {
    guard let outer = resolution.build else { throw AstrojectError.noRegistrationFound(resolution.failure(nil)) }
    let source = resolution.source
    self.decorator = decorator
    arguments = decorator.details?.arguments == nil ? nil : resolution.arguments
    context = ResolutionContext(of: outer, in: source)
    step = outer.openStep == nil ? nil : OpenStep(decorator.key, for: context, within: nil)
    step?.note { findings in
      findings.registration = decorator.id
      findings.location = decorator.location
      findings.outcome = .decorated
    }
    let build = try Build(of: decorator, for: context, through: source, within: step)
    build.decorate(product)
    self.build = .passRetained(build)
  }

  var resolver: Resolver { Resolver(of: build.takeUnretainedValue()) }

  /// Ends the build with the product of the decorator.
  func end(with product: AnyProduct) throws -> AnyProduct {
    try build._withUnsafeGuaranteedRef { try $0.finishProperties() }
    Build.end(build)
    step?.end()
    return product
  }

  /// Ends the build with an error, and returns the error to throw.
  func fail(_ error: any Error) -> AstrojectError {
    Build.end(build)
    let error = context.translate(error, of: decorator, at: .factory)
    step?.end(failingWith: error)
    return error
  }
}
