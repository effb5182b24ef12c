/// Changes to an item, or a new item. Each field is left unchanged, cleared or set.
///
/// ```swift
/// var draft = Books.Draft()
/// draft.title = .set("Emma")
/// draft.registration = .clear
/// // "values":{"title":"Emma","registration":null}
/// ```
@dynamicMemberLookup
public struct ContentDraft<Module: ContentModule>: Sendable {
    package private(set) var changes: [String: FieldChange] = [:]

    /// The changes that depend on stored values, in the order in which they are made.
    package var modifiers: [FieldModifier] = []

    /// Changes to the metadata: name, tags and lifecycle dates.
    public var metadata = MetadataChanges()

    /// Creates a draft that changes nothing.
    public init() {}

    public subscript<P: FieldReference>(dynamicMember field: KeyPath<Module.Fields, P>) -> DraftChange<
        P.Value
    > {
        get {
            switch changes[field.fieldName] {
            case .set(let value): (value as? P.Value).map(DraftChange.set) ?? .leave
            case .clear: DraftChange(kind: .clear)
            case nil: .leave
            }
        }
        set {
            switch newValue.kind {
            case .leave: changes[field.fieldName] = nil
            case .clear: changes[field.fieldName] = .clear
            case .set(let value): changes[field.fieldName] = .set(value)
            }
        }
    }

    /// Whether the draft changes neither fields nor metadata.
    public var isEmpty: Bool { changes.isEmpty && modifiers.isEmpty && metadata.isEmpty }

    /// Appends the changed fields as a JSON object, in the schema's order. Cleared fields are null, and dates have the
    /// format that the schema gives their field.
    public func writeValues(to json: inout JSONWriter) {
        json.beginObject()
        for field in Module.descriptor.fields.fields {
            guard let change = changes[field.name] else { continue }
            json.key(field.name)
            switch change {
            case .clear: json.null()
            case .set(let value): value.write(to: &json, field.kind.dateFormat)
            }
        }
        json.endObject()
    }
}

/// A draft's change to a field.
public struct DraftChange<Value: FieldValue>: Sendable, Hashable {
    public enum Kind: Sendable, Hashable {
        case leave
        case clear
        case set(Value)
    }

    public let kind: Kind

    /// Leaves the field unchanged.
    public static var leave: Self { Self(kind: .leave) }

    /// Sets the field to a value.
    public static func set(_ value: Value) -> Self { Self(kind: .set(value)) }
}

extension DraftChange where Value: AbsenceOperand {
    /// Clears the field. Not available for required fields.
    public static var clear: Self { Self(kind: .clear) }
}

extension DraftChange {
    @available(*, unavailable, message: "a required field cannot be cleared")
    public static var clear: Self { leave }
}

/// A change without its static type.
package enum FieldChange: Sendable {
    case clear
    case set(any FieldValue)

    /// The value in comparable form.
    var hashable: AnyHashable? {
        guard case .set(let value) = self else { return nil }
        return AnyHashable(value)
    }
}

extension ContentDraft: Hashable {
    public static func == (left: Self, right: Self) -> Bool {
        left.metadata == right.metadata && left.modifiers == right.modifiers
            && left.changes.mapValues(\.hashable) == right.changes.mapValues(\.hashable)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(metadata)
        hasher.combine(modifiers)
        hasher.combine(changes.mapValues(\.hashable))
    }
}

// Drafts take relations as models do: `draft.author = .set(Relation("ogawa"))`, or a relation of another item.

extension DraftChange {
    /// Sets the field to a relation. Only its id is written.
    ///
    /// ```swift
    /// draft.author = .set(Relation("ogawa"))
    /// draft.author = .set("ogawa")                  // the id alone
    /// ```
    public static func set<Target>(_ relation: Relation<Target>) -> Self where Value == ContentID<Target>? {
        .set(relation.id)
    }

    /// Sets the required field to a relation. Only its id is written.
    public static func set<Target>(_ relation: Relation<Target>) -> Self where Value == ContentID<Target> {
        .set(relation.id)
    }

    /// Sets the field to relations. Only their ids are written.
    public static func set<Target>(_ relations: [Relation<Target>]) -> Self
    where Value == [ContentID<Target>] {
        .set(relations.map(\.id))
    }
}
