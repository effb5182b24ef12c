import Foundation
import QuireCore
import QuireEngine
import QuireText

extension WriteOperation {
    /// Whether applying the operation again would change nothing, because the instance already has all its values.
    ///
    /// Numbers are compared as numbers, a missing value equals null and an empty list, and a related item equals its
    /// id, because servers do not return values literally.
    package func isHeld(by instance: JSONValue) -> Bool {
        let table = module.fields
        if case .object(let members) = values {
            let held = instance.member("values") ?? .null
            for member in members {
                guard
                    JSONValue.isAlike(
                        member.value, held.member(member.name) ?? .null, kind: table[member.name]?.kind)
                else { return false }
            }
            // A complete existing item must match exactly. A server may add values to a new one.
            if isWhole, kind != .create, case .object(let others) = held {
                for other in others where table[other.name] != nil && values.member(other.name) == nil {
                    guard JSONValue.isAlike(.null, other.value, kind: nil) else { return false }
                }
            }
        }
        switch metadata.name.kind {
        case .leave: break
        case .clear:
            guard JSONValue.isAlike(.null, instance.member("name") ?? .null, kind: nil) else { return false }
        case .set(let text):
            let name = text.map { JSONValue.string($0) } ?? .null
            guard JSONValue.isAlike(name, instance.member("name") ?? .null, kind: nil) else { return false }
        }
        for (name, change) in metadata.dates {
            let date: Int64?
            switch change.kind {
            case .leave: continue
            case .clear: date = nil
            case .set(let moment): date = moment?.milliseconds
            }
            guard instance.member(name)?.wholeNumber == date else { return false }
        }
        return holdsTags(instance)
    }

    private func holdsTags(_ instance: JSONValue) -> Bool {
        var tags: [Tag] = []
        switch metadata.tags.kind {
        case .leave: return true
        case .clear: break
        case .set(let set): tags = set
        }
        var held: [JSONValue] = []
        if case .array(let elements)? = instance.member("tags") { held = elements }
        guard held.count == tags.count else { return false }
        return zip(tags, held).allSatisfy { tag, element in
            let value = tag.value.map { JSONValue.string($0) } ?? .null
            return element.member("name") == .string(tag.name)
                && (element.member("value") ?? .null) == value
        }
    }
}

extension JSONValue {
    /// Whether a server would consider the two values equal.
    fileprivate static func isAlike(_ left: JSONValue, _ right: JSONValue, kind: FieldKind?) -> Bool {
        if left.isEmptyValue || right.isEmptyValue { return left.isEmptyValue && right.isEmptyValue }
        switch kind {
        case .date(let format), .time(let format), .dateTime(let format):
            guard let one = DateReading.milliseconds(of: left, format),
                let other = DateReading.milliseconds(of: right, format)
            else { break }
            return one == other
        default: break
        }
        switch (left, right) {
        case (.integer(let one), .number(let other)), (.number(let other), .integer(let one)):
            return Double(one) == other
        case (.string(let id), .object), (.object, .string(let id)):
            let object = if case .object = left { left } else { right }
            return object.member("id") == .string(id)
        case (.string(let one), .string(let other)): return one.isByteEqual(to: other)
        case (.array(let one), .array(let other)):
            let element = kind?.listElement
            return one.count == other.count && zip(one, other).allSatisfy { isAlike($0, $1, kind: element) }
        case (.object(let one), .object(let other)):
            let names = one.map(\.name) + other.map(\.name)
            return names.allSatisfy {
                isAlike(left.member($0) ?? .null, right.member($0) ?? .null, kind: nil)
            }
        default: return left == right
        }
    }

    private var isEmptyValue: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        default: false
        }
    }
}

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
