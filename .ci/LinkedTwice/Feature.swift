import Nexus

// A feature of an app, as a dynamic library. It has its own copy of Astroject, unless it links the shared one.

/// Makes a container the shared one.
@_cdecl("share")
public func share() {
  do { Container.shared = try Container { try $0.register(String.self) { "shared" } } } catch { print(error) }
}

/// Resolves from the shared container and from an empty one, and prints what happens.
@_cdecl("resolve")
public func resolve() {
  do { print(try Container.current.resolve(String.self)) } catch { print(error) }
  do { _ = try Container().resolve(Int.self) } catch { print(error) }
}
