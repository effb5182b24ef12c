import QuireCore

/// Every operation on every field, with operands equal to, near and far from the stored values.
enum LeafCases {
    static let ofValues: [Filter.Leaf] = SamplesModule.descriptor.fields.fields.flatMap(leaves)

    static let ofMetadata: [Filter.Leaf] = metadataNames.flatMap { name in
        leaves(FieldDescriptor(name: name, kind: kindOfMetadata(name)))
    }

    static let metadataNames = [
        "id", "name", "module", "createdBy", "updatedBy", "deletedBy", "createdAt", "updatedAt",
        "publishedAt",
        "archivedAt", "removedAt", "deletedAt", "revision", "customerId",
    ]

    /// The leaves for random trees: those that distinguish documents appear more often, so that few trees find
    /// nothing or everything.
    static var weightedOfValues: [Filter.Leaf] { weighted(ofValues, EvaluatedQuery.leavesOfValues) }

    static var weightedOfMetadata: [Filter.Leaf] { weighted(ofMetadata, EvaluatedQuery.leavesOfMetadata) }

    private static func weighted(_ leaves: [Filter.Leaf], _ evaluated: [EvaluatedQuery]) -> [Filter.Leaf] {
        leaves
            + zip(leaves, evaluated).flatMap { leaf, evaluated in
                let count = evaluated.matchingIDs?.count ?? 0
                let isTelling = count * 4 >= HardDocuments.count && count * 4 <= HardDocuments.count * 3
                return isTelling ? [leaf, leaf, leaf, leaf, leaf, leaf] : []
            }
    }

    static func kindOfMetadata(_ name: String) -> FieldKind {
        switch name {
        case "revision", "customerId": .integer
        case let name where name.hasSuffix("At"): .dateTime(.epochMilliseconds)
        default: .text
        }
    }

    /// All leaves of a field: null tests, each supported operation with each operand, and the complements.
    static func leaves(_ field: FieldDescriptor) -> [Filter.Leaf] {
        var leaves = [
            Filter.Leaf(.equal, field.name, value: .null, type: .null),
            Filter.Leaf(.notEqual, field.name, value: .null, type: .null),
        ]
        for (operation, operand) in Operands.of(field) {
            let type = operand.wireType
            leaves.append(Filter.Leaf(operation, field.name, value: operand, type: type))
            leaves.append(Filter.Leaf(operation.opposite, field.name, value: operand, type: type))
        }
        return leaves
    }
}

extension FilterValue {
    /// HALO's wire type of the value.
    var wireType: WireType {
        switch self {
        case .null: .null
        case .string, .boolean, .field: .string
        case .integer, .number: .number
        case .date: .date
        case .list(let values): values.first?.wireType ?? .string
        }
    }
}
