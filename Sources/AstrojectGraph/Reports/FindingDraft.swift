import Nexus

/// The facts of a finding, from which its texts are made.
struct FindingDraft {
  let rule: GraphRule
  let node: DependencyGraph.Node?
  let edges: [DependencyGraph.Edge]
  let nodes: [DependencyGraph.Node]
  let neededBy: [DependencyGraph.Node]
  let path: [DependencyGraph.Node]
  let pathOmission: Int
  /// The key that is not registered.
  let need: Key?
  /// The registrations similar to the missing one.
  let nearMatches: AstrojectError.Ranking
  /// The names of the existing containers, if a scope names another one.
  let containerNames: [String]
  /// The code that the text of the finding contains.
  let code: Code

  /// Types and rules in source form.
  struct Code {
    /// The type of the registration, without `.self`.
    let subject: String
    /// The requests along the edges.
    let questions: [Question]
    /// The line that would register the missing dependency.
    let registration: String
    /// The parameters of the initializer.
    let parameters: [Dependency]
    /// The place where their rules are written.
    let rulePlace: AstrojectError.RulePlace
    /// True if a dependency of a loop arrives after its owner is made.
    let isLoose: Bool
    /// The edge of a loop that an `afterInit` may be the cause of.
    let hook: Hook?
    /// The remedy for a loop of one registration that was to be a decorator.
    let decorating: String?
    /// The registration that the first node lives with: the target of a decorated forwarding, or else the node itself.
    let carrier: DependencyGraph.Node?
    /// True if the held registration names a container that does not exist for its holder.
    let isOutOfReach: Bool
    /// True if the holder asks for the scoped registration in its own container, rather than holding it for longer.
    let isAskedFor: Bool
    /// True if the containers that a scope names are given the product, which no container caches.
    let isGiven: Bool
    /// True if such a container exists, and was not given the product.
    let isUngiven: Bool
    /// The form of its closure that runs on the main actor.
    let mainActorForm: String
    /// True if an eager registration lacks the container, in which a child could build it.
    let isEager: Bool
    /// True if the missing key was named as a root.
    let isRoot: Bool
    /// The lines about opaque registrations, if there are too many.
    let opacity: [String]
    /// The number of opaque registrations that is allowed.
    let maxOpaque: Int
    /// The missing arguments as a phrase: `an argument of type Int as parameter 2 of 3`.
    let arguments: String
    /// The sentence about declared arguments that an initializer refuses.
    let refusal: String?
  }

  /// An `afterInit` on a loop.
  struct Hook {
    /// The index of its edge.
    let edge: Int
    /// True if the closure that makes the owner may be the cause as well.
    let isAlternative: Bool
    /// True if a property that `injecting` sets may have the type, rather than a `Lazy` of it.
    let isPlain: Bool
  }

  /// A request along an edge.
  struct Question {
    /// The type to write in a `Lazy` or a `Provider`: `[any Plugin]`.
    let type: String
    /// The site at which its owner makes it.
    let site: Dependency.Site
    /// The arguments to write in `resolve`: `Store.self, name: "main"`.
    let request: String
    /// True if an `@Inject` makes it.
    let isInjected: Bool
    /// True if it is the collection that a composite combines.
    let isCombined: Bool
  }
}
