import QuireCore

/// Compares the unique fields of an instance with those of other instances.
///
/// Texts are equal if their bytes are, numbers and dates if their values are. A missing value and `null` are no value.
/// Deleted instances hold no values.
package struct UniqueValues {
    private let fields: [FieldDescriptor]

    /// - Parameter names: The fields to compare; `nil` for all.
    package init(_ module: ModuleDescriptor, names: Set<String>? = nil) {
        fields = module.uniqueFields.filter { names?.contains($0.name) ?? true }
    }

    /// Whether there is nothing to compare.
    package var isEmpty: Bool { fields.isEmpty }

    /// Returns the values of an instance that another one has.
    package func violations(of instance: JSONValue, among others: [JSONValue]) -> [ConstraintViolation] {
        guard !isEmpty, !instance.isDeletedInstance else { return [] }
        return fields.compactMap { field in
            guard let json = instance.member("values")?.member(field.name),
                let value = EvaluatedValue.values(in: json, of: field.kind).first
            else { return nil }
            let holder = others.first { other in
                guard !other.instanceID.utf8.elementsEqual(instance.instanceID.utf8),
                    !other.isDeletedInstance,
                    let held = EvaluatedValue.values(
                        in: other.member("values")?.member(field.name), of: field.kind
                    ).first
                else { return false }
                return held.standing(to: value) == .equal
            }
            return holder.map { .unique(field.name, json, heldBy: $0.instanceID) }
        }
    }
}

extension JSONValue {
    /// Whether an instance is marked as deleted.
    fileprivate var isDeletedInstance: Bool { (member("deletedAt") ?? .null) != .null }
}

extension WriteOperation {
    /// The unique values that the operation sets. An item keeps the values that it does not set, even if another has
    /// them.
    package var uniqueNames: Set<String> {
        guard !checks.isCopy, kind != .delete, kind != .truncate, case .object(let members) = values else {
            return []
        }
        let unique = module.uniqueFields
        guard !unique.isEmpty else { return [] }
        return Set(members.map(\.name) + modifiers.map(\.field)).intersection(unique.map(\.name))
    }
}
