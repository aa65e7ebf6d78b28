import Astroject

/// Expects that all instances built while a closure runs are released with the value that the closure returns.
///
/// ```swift
/// try expectReleased(after: {
///   let container = try AppContainer.make()
///   _ = try container.resolve(Model.self)
///   return container
/// })
/// ```
/// The containers that the closure makes, and their children, note each class instance that they build by a weak
/// reference: singletons, graph-scoped and weak products, and each `Lazy`. When the closure has returned and its result
/// is dropped, all of these instances and containers must be gone at once.
///
/// Two kinds of instances are excepted: those made elsewhere, and those cached by a container that the closure has not
/// made. If tasks hold instances for a while, use the asynchronous form.
///
/// It may be called on any thread. The failure report lists the instances that still exist.
///
/// - Parameters:
///   - body: Makes a container, uses it, and returns the value to drop: the container, or an object that holds it.
///   - exceptions: The types of objects that may stay.
///   - fileID: The file of the call, for failure reports.
///   - filePath: The path of that file.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Throws: The error of the closure.
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

/// Expects that all instances built while a closure runs are released soon after its result.
///
/// See ``expectReleased(after:except:fileID:filePath:line:column:)-(()->Reference,_,_,_,_,_)``. It looks every two
/// milliseconds until all instances are gone or the time is over. Only its pauses count, because on a busy machine
/// tasks get their turns later.
///
/// - Parameters:
///   - body: Makes a container, uses it, and returns the value to drop: the container, or an object that holds it.
///   - exceptions: The types of objects that may stay.
///   - limit: The time that tasks have to release the instances: the sum of the pauses between two looks.
///   - fileID: The file of the call, for the report of a failure.
///   - filePath: The path of the file of the call.
///   - line: The line of the call.
///   - column: The column of the call.
/// - Throws: The error of the closure.
public func expectReleased<Reference, each Exception>(
  after body: () async throws -> Reference, except exceptions: repeat (each Exception).Type,
  within limit: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async rethrows {
  let objects = BuiltObjects()
  try await objects.watch(body)
  let isExcepted = isAny(of: repeat each exceptions)
  let pause = Duration.milliseconds(2)
  var paused = Duration.zero
  // Tasks that the closure has started may still hold instances.
  while let text = objects.complaint(except: isExcepted) {
    guard paused < limit else { return Reporter.fail(text, at: CallSite(fileID, filePath, line, column)) }
    // The sleep has its own task, because a cancelled task does not sleep. After it, the tasks that were ready before
    // have had a turn.
    await Task { try? await Task.sleep(for: pause) }.value
    paused += pause
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
  // These functions are not inlined: the value that the closure returns is dropped when they return.

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

  /// Returns the failure text about the instances that still exist; nil if there are none.
  fileprivate func complaint(except isExcepted: (AnyObject) -> Bool) -> String? {
    if isIdle {
      return """
        Expected everything that was built to be released.
          Found: the closure has made no container, and only such note what they build.
          Remedy: make the container inside the closure.
        """
    }
    let left = survivors.filter { !isExcepted($0.object) }
    if left.isEmpty { return nil }
    let lines = left.map { "    " + text(of: $0.object, $0.built) }
    return (["Expected everything that was built to be released.", "  Not released:"] + lines).joined(separator: "\n")
  }

  private func text(of object: AnyObject, _ built: BuiltObject) -> String {
    if let container = object as? Container {
      let name = container.name.map { "the container \($0.quoted)" } ?? "a container"
      return name + "; an instance that it caches, or one of its closures, holds it"
    }
    let type = TypeName(Swift.type(of: object)).description
    guard let step = built.step else { return type }
    let text = TypeName(step.key.product).description == type ? "\(step)" : "\(type), as \(step)"
    return built.takesContainer ? text + "; it takes the container: take a `Resolver` instead" : text
  }
}
