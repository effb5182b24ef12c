import QuireCore

/// The order of a search's instances: its sort keys, then the id, so that no two instances are equal.
///
/// A missing value is the smallest unless a key sets its position. A list is sorted by its smallest element, in both
/// directions.
package struct InstanceOrder: Sendable {
    private struct Key: Sendable {
        var field: FieldDescriptor
        var isMetadata: Bool
        var isDescending: Bool
        var putsNoValueFirst: Bool
    }

    private let keys: [Key]
    private let startsWithScore: Bool

    /// - Parameter startsWithScore: Whether the best match of a full-text search comes first, before all keys.
    /// - Throws: `QueryError` for an unknown property, or one whose values have no order.
    package init(
        _ sort: [SortKey], over table: FieldTable, module: String, startsWithScore: Bool = false
    ) throws(QueryError) {
        self.startsWithScore = startsWithScore
        var keys: [Key] = []
        for key in sort {
            let (name, isMetadata) = key.property.nameAndPlace
            guard let field = (isMetadata ? FieldTable.metadata : table)[exactly: name] else {
                throw QueryError(
                    .unknownProperty, module: module, node: "\"\(name)\" in the sort",
                    expected: "a field of the module or a key of its metadata")
            }
            guard ![.nothing, .place].contains(field.kind.comparison) else {
                throw QueryError(
                    .incompatibleOperation, module: module, node: "sort by \"\(name)\"",
                    expected: "a field whose values have an order")
            }
            keys.append(
                Key(
                    field: field, isMetadata: isMetadata, isDescending: key.order == .descending,
                    putsNoValueFirst: (key.nulls ?? (key.order == .ascending ? .first : .last)) == .first))
        }
        self.keys = keys
    }

    /// The number of values in a position.
    var valueCount: Int { keys.count + (startsWithScore ? 1 : 0) }

    /// Where an instance stands.
    ///
    /// - Parameter key: Of a full-text search, where the order starts with it.
    package func place(of instance: JSONValue, key: Int64? = nil) -> Place {
        let values: [EvaluatedValue?] = keys.map { key in
            let object = key.isMetadata ? instance : instance.member("values")
            return EvaluatedValue.values(in: object?.member(key.field.name), of: key.field.kind)
                .min { $0.standing(to: $1) == .less }
        }
        let scores: [EvaluatedValue?] = startsWithScore ? [.integer(key ?? 0)] : []
        return Place(values: scores + values, id: instance.instanceID)
    }

    /// Whether a position comes before another.
    package func precedes(_ left: Place, _ right: Place) -> Bool {
        switch compareKeys(left, right) {
        case .less: true
        case .greater: false
        case .equal: EvaluatedValue.standing(left.id, right.id) == .less
        }
    }

    /// Whether two positions have equal sort keys.
    package func isTied(_ left: Place, _ right: Place) -> Bool { compareKeys(left, right) == .equal }

    private func compareKeys(_ left: Place, _ right: Place) -> Standing {
        if startsWithScore, let left = left.values[0], let right = right.values[0],
            let standing = left.standing(to: right), standing != .equal
        {
            return standing
        }
        for (index, key) in zip(valueCount - keys.count..<valueCount, keys) {
            let standing: Standing =
                switch (left.values[index], right.values[index]) {
                case (nil, nil): .equal
                case (nil, _): key.putsNoValueFirst ? .less : .greater
                case (_, nil): key.putsNoValueFirst ? .greater : .less
                case (let left?, let right?):
                    key.isDescending
                        ? (left.standing(to: right) ?? .equal).reversed : left.standing(to: right) ?? .equal
                }
            if standing != .equal { return standing }
        }
        return .equal
    }

    /// The key of an instance in a full-text search, where the order starts with it, the sort keys' values, and the id.
    package struct Place: Sendable {
        package var values: [EvaluatedValue?]
        package var id: String
    }
}

extension SortKey.Property {
    package var nameAndPlace: (name: String, isMetadata: Bool) {
        switch self {
        case .value(let name): (name, false)
        case .metadata(let name): (name, true)
        }
    }
}

extension JSONValue {
    /// The id of an instance. Empty if it has none.
    package var instanceID: String {
        if case .string(let id)? = member("id") { id } else { "" }
    }
}
