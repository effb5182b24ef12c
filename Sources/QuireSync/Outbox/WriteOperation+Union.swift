import QuireCore
import QuireEngine

extension WriteOperation {
    /// The combination of two unsent writes of one item.
    enum Union {
        case one(WriteOperation)
        /// The server needs neither of them.
        case nothing
        /// They cannot be combined.
        case two
    }

    /// Combines this operation with a later one.
    func united(with later: WriteOperation) -> Union {
        switch (kind, later.kind) {
        case (.create, .delete): return .nothing
        case (.update, .delete), (.createOrUpdate, .delete): return .one(later)
        case (.create, .update), (.create, .createOrUpdate), (.update, .update), (.update, .createOrUpdate),
            (.createOrUpdate, .update), (.createOrUpdate, .createOrUpdate):
            break
        default: return .two
        }
        var union = self
        if kind == .update, later.kind == .createOrUpdate { union.kind = .createOrUpdate }
        if later.isWhole {
            union.values = later.values
            union.isWhole = true
        } else if case .object(let members) = later.values {
            for member in members { union.values = union.values.setting(member.name, member.value) }
        }
        if kind == .create, case .object(let members) = union.values {
            union.values = .object(members.filter { $0.value != .null })
        }
        union.metadata.take(later.metadata)
        union.moduleID = later.moduleID ?? moduleID
        return .one(union)
    }
}

extension MetadataChanges {
    fileprivate mutating func take(_ later: MetadataChanges) {
        if later.name != .leave { name = later.name }
        if later.tags != .leave { tags = later.tags }
        if later.publishedAt != .leave { publishedAt = later.publishedAt }
        if later.archivedAt != .leave { archivedAt = later.archivedAt }
        if later.removedAt != .leave { removedAt = later.removedAt }
        if later.deletedAt != .leave { deletedAt = later.deletedAt }
    }
}
