import Foundation
import Nexus

extension Container {
  /// Registers the entries of a resource file in a bundle, `services.json` or `services.plist`.
  ///
  /// The file of an environment, such as `services.staging.json`, is merged over it.
  ///
  /// ```swift
  /// try container.register(resource: "services", in: .module)
  /// try container.register(resource: "services", in: .module, environment: "staging")
  /// ```
  /// ```json
  /// {
  ///   "modules": ["App"],
  ///   "registrations": [
  ///     { "type": "FileStorage", "scope": "singleton", "with": ["auto", { "named": "backup" }, { "value": 30 }] },
  ///     { "type": "ConsoleLog", "ifRegistered": "keep" }
  ///   ],
  ///   "values": [ { "type": "Int", "name": "port", "value": 8080 } ]
  /// }
  /// ```
  /// A `type` among the registrations conforms to `AutoInjectable`. It is found by its name, as by
  /// `registerDiscovered()`; the name is qualified if it is not unique. The type's `configure` runs first, so the file
  /// overrides it.
  ///
  /// An entry of the environment replaces the entry of the base that has the same type and name or key, or that is
  /// resolved by the same type and name. `"remove": true` removes the entry of the base. Discovery still registers a
  /// type whose entry was removed.
  ///
  /// Either all entries are registered, or none. Values are decoded before anything is registered, and no registration
  /// is built. Other threads see all of the new registrations at the same time. The method may be called on any thread,
  /// and reads the files on that thread. It takes some microseconds for each entry.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its extension.
  ///   - bundle: The bundle that has the file: `.module` for the resources of a package's target.
  ///   - environment: The environment whose file is merged over the base; nil for the base alone.
  /// - Throws: ``ResourceError`` with all findings in the files and all conflicts with earlier registrations;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(resource name: String, in bundle: Bundle, environment: String? = nil) throws {
    try register(ResourceSearch.sources(name, in: bundle, environment: environment))
  }

  /// Registers the entries of a resource file, and merges the file of an environment over it.
  ///
  /// The file of an environment is in the same folder: `services.staging.json` beside `services.json`, and
  /// beside `services.conf`. See ``register(resource:in:environment:)`` for the contents of a file.
  ///
  /// - Parameters:
  ///   - url: The file. A property list has the extension `plist`; every other file is read as JSON.
  ///   - environment: The environment whose file is merged over it; nil for the file alone.
  /// - Throws: ``ResourceError`` with all findings in the files and all conflicts with earlier registrations;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(contentsOf url: URL, environment: String? = nil) throws {
    try register(ResourceSearch.sources(url, environment: environment))
  }

  /// Registers the entries of JSON data.
  ///
  /// See ``register(resource:in:environment:)`` for the contents.
  ///
  /// - Parameters:
  ///   - data: The JSON, in UTF-8.
  ///   - name: The file name that findings and locations show.
  /// - Throws: ``ResourceError`` with all findings in the data and all conflicts with earlier registrations;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(json data: Data, named name: String = "JSON") throws {
    try register([.data(data, .json, name: name)])
  }

  /// Registers the entries of a property list, in XML or binary.
  ///
  /// Findings in a binary list have a path, but no line.
  ///
  /// See ``register(resource:in:environment:)`` for the contents.
  ///
  /// - Parameters:
  ///   - data: The property list.
  ///   - name: The file name that findings and locations show.
  /// - Throws: ``ResourceError`` with all findings in the data and all conflicts with earlier registrations;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(propertyList data: Data, named name: String = "property list") throws {
    try register([.data(data, .propertyList, name: name)])
  }

  private func register(_ sources: [ResourceSource]) throws {
    try refuseIfEnded()
    try ResourcePlan(sources, for: self).register(in: self)
  }
}
