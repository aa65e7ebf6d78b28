extension Container {
  /// Makes a child: it sees what is registered here, and may register its own in front of it.
  ///
  /// A child keeps its parent alive; a parent does not keep its children, nor sees what they register. What is
  /// transient or graph-scoped takes its dependencies through the container that is asked, what is container-scoped
  /// through the one that keeps it; everything else through the one that has the registration.
  ///
  /// - Parameter name: What scopes find it by; see ``Registrable/asContainer(named:)``.
  public func makeChild(named name: String? = nil) -> Container { Container(name: name, parent: self) }

  /// Makes a child and fills it; see ``makeChild(named:)``.
  ///
  /// ```swift
  /// let request = try app.makeChild(named: "request") { child in
  ///   try child.register(instance: user)
  /// }
  /// ```
  /// - Throws: What the closure throws.
  public func makeChild(named name: String? = nil, _ register: (Container) throws -> Void) throws -> Container {
    let child = makeChild(named: name)
    try child.transaction { try register(child) }
    return child
  }
}
