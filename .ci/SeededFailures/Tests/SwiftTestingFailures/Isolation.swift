import AstrojectTesting
import Subjects
import Testing

struct OwnOverrides {
  @Test(.container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } })
  func ofTrait() {}  // fails: the override of Client to be used

  @Test(.container(App.make), .overriding { try $0.replace(Client.self) { MockClient() } })
  func ofRefiningTrait() {}  // fails: the override of Client to be used

  @Test(.container(App.make))
  func ofBody() throws {
    _ = try Container.current.overridingClient()  // fails: the override of Client to be used
  }

  @Test(.container(overriding: App.make, allowUnused: true) { try $0.replace(Client.self) { MockClient() } })
  func allowed() {}

  @Test(  // fails as thrown: Caught error: no disk
    .container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } })
  func thrown() throws { throw Broken() }
}

@Suite(.container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } })
struct LenientSuite {
  @Test func inherited() {}
}

@Suite(.container(overriding: App.make, allowUnused: false) { try $0.replace(Client.self) { MockClient() } })
struct StrictSuite {  // fails as inherited: Expected the override of Client to be used, but it never was.
  @Test func inherited() {}
}

struct UnmadeContainers {
  @Test(.container(App.makeBroken))
  func thrown() {}  // fails: The container of this test could not be made. no disk

  @Test(.overriding { try $0.replace(Client.self) { MockClient() } })
  func nothingToRefine() {}  // fails: `.overriding` refines the container of the suite
}
