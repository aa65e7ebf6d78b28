import AstrojectTesting
import Nexus

// Children of containers without another reference, and forks.

@inline(never)
private func make() throws -> Container {
  let container = Container()
  try container.register(initializer: Part.init).asSingleton()
  try container.register(initializer: Machine.init(_:)).asScoped()
  try container.register(Reading.self, name: "a") { Reading() }.asSingleton()
  try container.register(Reading.self) { Reading() }.asTransient()
  for _ in 0..<3 {
    let child = container.makeChild()
    for _ in 0..<2 { _ = try child.resolve(Machine.self) }
    _ = try child.resolve(Reading.self)
    _ = try container.resolve(Reading.self, name: "a")
  }
  return container
}

let families = [
  Attack("children, of temporary containers") {
    for _ in 0..<200 {
      try make().makeChild().resolve(Part.self).check()
      try make().makeChild().resolve(Machine.self).check()
      try make().makeChild().makeChild().resolve(Reading.self).check()
      try make().makeChild().resolve(Reading.self, name: "a").check()
      try make().makeChild { try $0.register(initializer: Part.init) }.resolve(Machine.self).check()
    }
  },
  Attack("children, of temporary containers, awaited") {
    for _ in 0..<200 {
      try await make().makeChild().resolve(Part.self).check()
      try await make().makeChild().resolve(Machine.self).check()
      let machine = try await make().withChild(named: "work") { child in
        try child.register(initializer: Part.init)
      } perform: { child in
        try await child.resolve(Machine.self)
      }
      try machine.check()
    }
  },
  Attack("children, that come and go on two threads") {
    let parent = try make()
    let body: @Sendable () throws -> Void = {
      for _ in 0..<200 {
        try parent.makeChild().resolve(Machine.self).check()
        try parent.makeChild().makeChild().resolve(Reading.self, name: "a").check()
      }
    }
    try race(body, body)
  },
  Attack("forks, of temporary containers") {
    for _ in 0..<200 {
      try make().overriding(allowUnused: true) { try $0.replace(Part.self) { Part() } }.resolve(Machine.self).check()
      try make().overriding(allowUnused: true) { try $0.wrap(Part.self) { $0 } }.resolve(Machine.self).check()
    }
  },
]
