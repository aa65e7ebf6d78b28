// The public signatures of UIKit that the article on coordinators uses.

@MainActor
open class UIResponder {
  public init() {}
}

open class UIViewController: UIResponder {
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) {}
}

public class Bundle {}
public class NSCoder {}

open class UINavigationController: UIViewController {
  public convenience init() { self.init(nibName: nil, bundle: nil) }
  public var viewControllers: [UIViewController] = []
  public func pushViewController(_ controller: UIViewController, animated: Bool) {}
}

@MainActor
public class UIScene {
  public final class ConnectionOptions {}
}

public final class UIWindowScene: UIScene {}
public final class UISceneSession {}

@MainActor
public final class UIWindow {
  public init(windowScene: UIWindowScene) {}
  public var rootViewController: UIViewController?
  public func makeKeyAndVisible() {}
}

@MainActor
public protocol UIWindowSceneDelegate {
  var window: UIWindow? { get set }
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
}
