import Foundation
import QuireCore

/// The changes of a commit, as precisely as the engine knows them.
package struct CommittedChanges: Sendable {
    /// The changes by the name of the module. `nil` if any module may have changed.
    package private(set) var modules: [String: ModuleChanges]? = [:]

    package init() {}

    /// Changes of unknown modules, for example those of another process.
    package static let unknown: CommittedChanges = {
        var changes = CommittedChanges()
        changes.modules = nil
        return changes
    }()

    package var isEmpty: Bool { modules?.isEmpty == true }

    package mutating func add(_ changes: ModuleChanges, of module: String) {
        modules?[module, default: .items([])].merge(changes)
    }

    /// Adds the changes of a later commit.
    mutating func merge(_ later: CommittedChanges) {
        guard let new = later.modules, modules != nil else {
            modules = nil
            return
        }
        for (module, changes) in new { add(changes, of: module) }
    }
}

/// The changes of a module.
package enum ModuleChanges: Sendable {
    /// Any item may have changed.
    case unknown
    case items([ItemChange])

    /// More changed items than this, of several commits, count as unknown: testing them would take longer than a query.
    static let mostItems = 1_024

    mutating func merge(_ later: ModuleChanges) {
        guard case .items(var items) = self, case .items(let new) = later,
            items.count + new.count <= Self.mostItems
        else {
            self = .unknown
            return
        }
        // Released, so that the list grows without a copy.
        self = .unknown
        items += new
        self = .items(items)
    }
}

/// The change of an item.
package struct ItemChange: Sendable {
    package var id: String
    /// The item before and after the change, without the one that does not exist. `nil` if they are unknown.
    package var versions: [JSONValue]?

    package init(id: String, versions: [JSONValue]?) {
        self.id = id
        self.versions = versions
    }
}

/// How precisely live queries can use the changes of a module.
package enum ChangeDetail: Int, Sendable, Comparable {
    /// Whether the module has changed.
    case module
    /// The ids of the changed items.
    case ids
    /// The items before and after the change.
    case versions

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
