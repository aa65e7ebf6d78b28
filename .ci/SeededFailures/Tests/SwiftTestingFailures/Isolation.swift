import AstrojectTesting
import Subjects
import Testing

struct OwnOverrides {
  @Test(.container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } })
  func `a test fails if it does not use its trait's override`() {}  // fails: the override of Client to be used

  @Test(.container(App.make), .overriding { try $0.replace(Client.self) { MockClient() } })
  func `a test fails if it does not use a refining trait's override`() {}  // fails: the override of Client to be used

  @Test(.container(App.make))
  func `a test fails if it does not use an override made in its body`() throws {
    _ = try Container.current.overridingClient()  // fails: the override of Client to be used
  }

  @Test(.container(overriding: App.make, allowUnused: true) { try $0.replace(Client.self) { MockClient() } })
  func `a trait with allowUnused permits an unused override`() {}

  @Test(  // fails as `a test that throws fails only with its error`: Caught error: no disk
    .container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } })
  func `a test that throws fails only with its error`() throws { throw Broken() }
}

struct OverridesOfSeveralCases {
  @Test(
    .container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } }, arguments: 0..<5)
  func `no case uses the override`(number: Int) {}  // fails: the override of Client to be used

  @Test(
    .container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } }, arguments: 0..<5)
  func `one case uses the override`(number: Int) throws {
    if number == 3 { _ = try Container.current.resolve(Client.self) }
  }
}

@Suite(.requiresContainer)
struct RequiredContainers {
  @Test func `a test without a container asks for it`() {  // fails: not to use `Container.current` without
    _ = Container.current
    _ = Container.current
  }

  @Test(.container(App.make)) func `a test with a container asks for the current one`() throws {
    _ = try Container.current.resolve(Client.self)
  }
}

struct ForbiddenUses {
  @Test(.container(overriding: App.make) { try $0.failOnUse() })
  func `a test uses what nothing excepts`() {  // fails: Expected Client not to be used
    _ = try? Container.current.resolve(Client.self)
  }
}

@Suite(.container(overriding: App.make) { try $0.replace(Client.self) { MockClient() } })
struct LenientSuite {
  @Test func `a test may leave the override of its suite unused`() {}
}

@Suite(.container(overriding: App.make, allowUnused: false) { try $0.replace(Client.self) { MockClient() } })
struct StrictSuite {  // fails as `a test must use the override of a strict suite`: Client to be used, but it never was.
  @Test func `a test must use the override of a strict suite`() {}
}

struct UnmadeContainers {
  @Test(.container(App.makeBroken))
  func `a test fails if its container is not made`() {}  // fails: The container of this test could not be made. no disk

  @Test(.overriding { try $0.replace(Client.self) { MockClient() } })
  func `an overriding trait fails without a container`() {}  // fails: `.overriding` refines the container of the suite
}
