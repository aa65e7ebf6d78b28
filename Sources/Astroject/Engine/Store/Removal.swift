/// The objects that were removed from a store, to be dealt with when its lock is not held.
package final class Removal {
  /// The registrations that were removed. Forwardings to them must be removed, too.
  package var blueprints: [Blueprint] = []
  /// The registrations that a transaction has removed from its copies. The commit removes them.
  var hidden: [Blueprint] = []
  /// The storage of the removed registrations.
  package var storages: [InstanceStorage] = []
  /// The registrations whose custom scope has to release everything, even if no request has reached it.
  var shared: [Blueprint] = []
  /// The objects to be retired.
  var outOfView: [AnyObject] = []

  package init(blueprints: [Blueprint] = [], storages: [InstanceStorage] = []) {
    self.blueprints = blueprints
    self.storages = storages
  }

  /// Adds an object that is no longer published, if there is one.
  func retire(_ object: AnyObject?) { if let object { outOfView.append(object) } }

  /// Adds registrations that are removed from the state of an entry.
  ///
  /// A custom scope that all containers share must be told of that even if no request has reached it.
  func add(_ removed: [Blueprint], of state: Entry.State) {
    for blueprint in removed {
      if state.basis?.holds(blueprint) ?? false {
        hidden.append(blueprint)
      } else {
        blueprints.append(blueprint)
        if blueprint.flags.lifetime == .shared { shared.append(blueprint) }
      }
    }
  }
}
