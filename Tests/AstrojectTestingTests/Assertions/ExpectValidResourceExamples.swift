import Foundation
import TestSupport

extension AssertionExample {
  static let validatingResources = [
    AssertionExample("a resource and its environments are valid") { _ in
      let folder = try makeFolder(staging: #"{ "values": [{ "type": "Int", "value": 2 }] }"#)
      return Assertion(nil) {
        expectValidResource("services", in: folder.bundle)
        expectValidResource(
          "services", in: folder.bundle, environments: ["staging"], roots: Int.self, externals: String.self
        ) {
          Container()
        }
      }
    },
    AssertionExample("an environment of a resource has problems") { _ in
      let folder = try makeFolder(staging: #"{ "values": [{ "type": "Int", "value": "2" }], "value": 1 }"#)
      let text = """
        Expected the resource "services" with the environment "staging" to be valid, but it has 2 problems.
          Found:
            2 problems in services.staging.json:

            1. unreadable-value: Int cannot be read here: this is not an Int.
               At: values[0].value, services.staging.json:1:40
               Found: "2"
               Remedy: write a value of that type.

            2. unknown-field: There is no field "value" here.
               At: value, services.staging.json:1:48
               Found: "value"
               Possible: $schema, modules, registrations, values
               Did you mean:
                 values
               Remedy: correct the spelling, or remove it.
          The container has: nothing
        """
      return Assertion(text) { expectValidResource("services", in: folder.bundle) }
    },
    AssertionExample("the graph of a resource has a problem") { _ in
      let folder = try makeFolder()
      let text = """
        Expected the resource "services" to be valid, but its graph has 1 problem.
          Found:
            1 problem in 2 registrations:

            1. missing-dependency: No registration found for Store.
               Needed by: Model, registered at App/App.swift:7, as parameter 1 of 1
               Path: Model → Store
               Remedy: register it: `try container.register((any Store).self, initializer: ….init)`; or name it in `externals:` if it comes from elsewhere.
          The container has:
            Model, registered at App/App.swift:7 (graph)
            Int, registered at services.json:1:14 (instance)
        """
      return Assertion(text, at: #line + 1) {
        expectValidResource("services", in: folder.bundle, environments: []) {
          let container = Container()
          try container.register(fileID: "App/App.swift", line: 7, initializer: Model.init(store:))
          return container
        }
      }
    },
    AssertionExample("the closure that makes the container throws") { _ in
      let folder = try makeFolder()
      let text = """
        Expected the resource "services" to be valid, but no container could be made.
          Found: Objection()
        """
      return Assertion(text, at: #line + 1) {
        expectValidResource("services", in: folder.bundle, environments: []) { throw Objection() }
      }
    },
    AssertionExample("the container for a resource is sealed") { _ in
      let folder = try makeFolder()
      let text = """
        Expected the resource "services" to be valid, but it threw.
          Found:
            Int cannot be added at services.json:1:14, because the container is sealed.
              Remedy: add it before `seal()`, or in a child: `makeChild { … }`.
          The container has: nothing
        """
      return Assertion(text, at: #line + 1) {
        expectValidResource("services", in: folder.bundle, environments: []) {
          let container = Container()
          container.seal()
          return container
        }
      }
    },
  ]

  /// Makes a folder with a resource that registers a number, and a resource for the environment `staging`.
  private static func makeFolder(staging: String = "{}") throws -> TemporaryFolder {
    try TemporaryFolder([
      "services.json": #"{ "values": [{ "type": "Int", "value": 1 }] }"#, "services.staging.json": staging,
    ])
  }
}
