import Foundation
import Nexus

extension Container {
  /// Registers what a resource file of a bundle says: `services.json` or `services.plist`, and over it the file of an
  /// environment, such as `services.staging.json`.
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
  /// A `type` among the registrations adopts `AutoInjectable`, and is found as by `registerDiscovered()`: by its name,
  /// qualified where the name alone is not unique. Its own `configure` runs first, and then the file has the last word.
  /// An entry of the environment replaces the entry of the base that has the same type and name or key, or that is
  /// resolved by the same type and name; `"remove": true` removes it. Discovery still registers a type whose entry was
  /// removed.
  ///
  /// Either all entries are registered, or none. No registration is built; the values are decoded, before anything is
  /// registered. Other threads see the registrations when all are there. It may be called on any thread, and reads the
  /// files on it. It takes some microseconds for each entry.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its extension.
  ///   - bundle: The bundle that has it: `.module` for the resources of a package's target.
  ///   - environment: The environment whose file goes over the base; nil for the base alone.
  /// - Throws: ``ResourceError`` with everything that is wrong with the files, or with what is registered already;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(resource name: String, in bundle: Bundle, environment: String? = nil) throws {
    try register(ResourceSearch.sources(name, in: bundle, environment: environment))
  }

  /// Registers what a resource file says, and over it the file of an environment, which lies beside it:
  /// `services.staging.json` for `services.json`.
  ///
  /// See ``register(resource:in:environment:)`` for what a file may say.
  ///
  /// - Parameters:
  ///   - url: The file. A property list has the extension `plist`; anything else is JSON.
  ///   - environment: The environment whose file goes over it; nil for the file alone.
  /// - Throws: ``ResourceError`` with everything that is wrong with the files, or with what is registered already;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(contentsOf url: URL, environment: String? = nil) throws {
    try register(ResourceSearch.sources(url, environment: environment))
  }

  /// Registers what JSON says.
  ///
  /// See ``register(resource:in:environment:)`` for what it may say.
  ///
  /// - Parameters:
  ///   - data: The JSON, in UTF-8.
  ///   - name: The name that findings and the places of registrations say in the place of a file's.
  /// - Throws: ``ResourceError`` with everything that is wrong with it, or with what is registered already;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(json data: Data, named name: String = "JSON") throws {
    try register([.data(data, .json, name: name)])
  }

  /// Registers what a property list says: one in XML, or a binary one, of which findings tell the path and no line.
  ///
  /// See ``register(resource:in:environment:)`` for what it may say.
  ///
  /// - Parameters:
  ///   - data: The property list.
  ///   - name: The name that findings and the places of registrations say in the place of a file's.
  /// - Throws: ``ResourceError`` with everything that is wrong with it, or with what is registered already;
  ///   `AstrojectError.sealed`; `AstrojectError.containerReleased` in a child whose work has ended.
  public func register(propertyList data: Data, named name: String = "property list") throws {
    try register([.data(data, .propertyList, name: name)])
  }

  private func register(_ sources: [ResourceSource]) throws {
    try refuseIfEnded()
    try ResourcePlan(sources, for: self).register(in: self)
  }
}
