/// The build of an instance that a container caches for all callers.
struct CachedBuild: ~Copyable {
  private let unmanaged: Unmanaged<Build>

  init(_ build: Unmanaged<Build>) { unmanaged = build }

  /// Runs code of the build, which does not suspend.
  func run<Result>(_ body: (Resolver) throws -> Result) throws -> Result {
    try unmanaged._withUnsafeGuaranteedRef { build in
      let result = try body(Resolver(of: build))
      try build.finishProperties()
      return result
    }
  }

  /// The build, for code of it that suspends.
  var reference: Build { unmanaged.takeUnretainedValue() }

  func end() { Build.end(unmanaged) }
}
