import Nexus

final class Dep: Sendable {}

func wire(_ container: Container) throws {
  #if RIGHT
    try container.register(Dep.self, name: "x", isOverridable: false) { Dep() }
    try container.register(Dep.self, key: 4, ifRegistered: .keep) { _ in Dep() }
  #else
    try container.register(Dep.self, isOverridable: false, name: "x") { Dep() }
    // error: write 'name:' and 'key:' before 'isOverridable:' and 'ifRegistered:'
    try container.register(Dep.self, ifRegistered: .keep, name: "x") { _ in Dep() }
    // error: write 'name:' and 'key:' before 'isOverridable:' and 'ifRegistered:'
    try container.register(Dep.self, isOverridable: false, key: 4) { Dep() }
  // error: write 'name:' and 'key:' before 'isOverridable:' and 'ifRegistered:'
  #endif
}
