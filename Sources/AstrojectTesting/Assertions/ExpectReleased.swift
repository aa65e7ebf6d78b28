import Astroject

/// Expects that all that is built while a closure runs goes when what the closure returns goes.
///
/// ```swift
/// try expectReleased(after: {
///   let container = try AppContainer.make()
///   _ = try container.resolve(Model.self)
///   return container
/// })
/// ```
/// The containers that the closure makes, and their children, note weakly every class instance that they build:
/// singletons, graph and weak products, and each `Lazy`. When the closure has returned, and what it has returned is
/// dropped, all of them have to be gone at once, and the containers too. Instances that were made elsewhere are
/// excepted, and so is what a container keeps that the closure has not made. Work that goes on in tasks is waited for
/// by the asynchronous form.
///
/// - Parameters:
///   - body: Makes a container, works with it, and returns what is to be dropped: the container, or whatever holds it.
///   - exceptions: Types of objects that may stay.
///   - fileID: Where it is expected.
///   - filePath: Where it is expected.
///   - line: Where it is expected.
///   - column: Where it is expected.
/// - Throws: What the closure throws.
public func expectReleased<Reference, each Exception>(
  after body: () throws -> Reference, except exceptions: repeat (each Exception).Type,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) rethrows {
  let objects = BuiltObjects()
  try objects.watch(body)
  if let text = objects.complaint(except: isAny(of: repeat each exceptions)) {
    Reporter.fail(text, at: CallSite(fileID, filePath, line, column))
  }
}

/// Expects that all that is built while a closure runs goes soon after what the closure returns; see
/// ``expectReleased(after:except:fileID:filePath:line:column:)-(()->Reference,_,_,_,_,_)``.
///
/// - Parameter limit: How long tasks may take to let go.
/// - Throws: What the closure throws.
public func expectReleased<Reference, each Exception>(
  after body: () async throws -> Reference, except exceptions: repeat (each Exception).Type,
  within limit: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async rethrows {
  let objects = BuiltObjects()
  try await objects.watch(body)
  let isExcepted = isAny(of: repeat each exceptions)
  let end = ContinuousClock.now + limit
  // Tasks that the closure has started may still be letting go.
  while objects.complaint(except: isExcepted) != nil, ContinuousClock.now < end {
    // In a task of its own, as one that was cancelled does not sleep.
    await Task { try? await Task.sleep(for: .milliseconds(2)) }.value
  }
  if let text = objects.complaint(except: isExcepted) {
    Reporter.fail(text, at: CallSite(fileID, filePath, line, column))
  }
}

private func isAny<each Exception>(of types: repeat (each Exception).Type) -> (AnyObject) -> Bool {
  { object in
    for type in repeat each types { if isInstance(object, of: type) { return true } }
    return false
  }
}

private func isInstance<Type>(_ object: AnyObject, of type: Type.Type) -> Bool { object is Type }

extension BuiltObjects {
  // What the closure returns is dropped where these return.

  @inline(never)
  fileprivate func watch<Reference>(_ body: () throws -> Reference) rethrows {
    do {
      let reference = try Witnesses.run(self, body)
      note(reference)
      withExtendedLifetime(reference) { end() }
    } catch {
      end()
      throw error
    }
  }

  @inline(never)
  fileprivate func watch<Reference>(_ body: () async throws -> Reference) async rethrows {
    do {
      let reference = try await Witnesses.run(self, awaiting: body)
      note(reference)
      withExtendedLifetime(reference) { end() }
    } catch {
      end()
      throw error
    }
  }

  /// What to say about what is still there; nil if all that is to go has gone.
  fileprivate func complaint(except isExcepted: (AnyObject) -> Bool) -> String? {
    if isIdle {
      return """
        Expected all that is built to be released.
          Found: the closure has made no container, and only such note what they build.
          Remedy: make the container inside the closure.
        """
    }
    let left = survivors.filter { !isExcepted($0.object) }
    if left.isEmpty { return nil }
    let lines = left.map { "    " + text(of: $0.object, $0.built) }
    return (["Expected all that is built to be released.", "  Still there:"] + lines).joined(separator: "\n")
  }

  private func text(of object: AnyObject, _ built: BuiltObject) -> String {
    if let container = object as? Container {
      let name = container.name.map { "the container \"\($0)\"" } ?? "a container"
      return name + "; something that it keeps, or one of its closures, holds it"
    }
    let type = TypeName(Swift.type(of: object)).description
    guard let step = built.step else { return type }
    let text = TypeName(step.key.product).description == type ? "\(step)" : "\(type), as \(step)"
    return built.takesContainer ? text + "; it takes the container: take a `Resolver` instead" : text
  }
}
