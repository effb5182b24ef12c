import QuireSchema

/// The operator set of a field: a name, and the wrappers around it.
struct OperatorsPlan: Hashable {
    var set: String
    /// Whether the runtime library contains the set.
    var isShipped: Bool
    var isSortable: Bool
    var isFacet: Bool
    var isSearchable: Bool
}

/// An operator set that is generated, because the runtime library has none like it.
struct OperatorSetPlan: Hashable {
    var name: String
    var operators: [Operator]
}

/// The operator sets of the runtime library, as declared in `Sources/QuireCore/Fields/OperatorSets.swift`.
enum ShippedOperators {
    static let sets: [(name: String, operators: [Operator])] = [
        ("TextOperators", [.equal, .notEqual, .in, .notIn] + matching),
        ("OrderedTextOperators", [.equal, .notEqual] + ordering + [.in, .notIn] + matching + [.between]),
        ("LongTextOperators", matching),
        ("NumberOperators", [.equal, .notEqual] + ordering + [.in, .notIn, .between]),
        ("DateOperators", [.equal, .notEqual] + ordering + [.in, .notIn, .between]),
        ("BooleanOperators", [.equal, .notEqual]),
        ("ChoiceOperators", [.equal, .notEqual, .in, .notIn]),
        ("RelationOperators", [.equal, .notEqual, .in, .notIn]),
        ("URLOperators", [.equal, .notEqual, .in, .notIn] + matching),
        ("ListOperators", [.in, .notIn, .contains]),
        ("OrderedListOperators", ordering + [.in, .notIn, .contains, .between]),
        ("GeoOperators", [.near, .within]),
        ("NoOperators", []),
    ]

    /// The runtime set with exactly these operators. If there are two, the one named after the type.
    static func name(of operators: Set<Operator>, type: FieldType) -> String? {
        let candidates = names[operators] ?? []
        let preferred = preference(type)
        return candidates.first(where: { preferred == $0 }) ?? candidates.first
    }

    private static let names: [Set<Operator>: [String]] = {
        var result: [Set<Operator>: [String]] = [:]
        for set in sets { result[Set(set.operators), default: []].append(set.name) }
        return result
    }()

    private static func preference(_ type: FieldType) -> String? {
        switch type {
        case .date, .time, .dateTime: return "DateOperators"
        case .relation: return "RelationOperators"
        case .url, .image, .video, .audio, .document: return "URLOperators"
        default: return nil
        }
    }

    private static let ordering: [Operator] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
    private static let matching: [Operator] = [.like, .contains, .hasPrefix, .hasSuffix]
}

extension Operator {
    /// The operator's name in `OperatorSet`. `nil` for the operator of every optional field.
    var typeName: String? {
        switch self {
        case .equal: return "Equal"
        case .notEqual: return "NotEqual"
        case .less: return "Less"
        case .lessOrEqual: return "LessOrEqual"
        case .greater: return "Greater"
        case .greaterOrEqual: return "GreaterOrEqual"
        case .in: return "In"
        case .notIn: return "NotIn"
        case .like: return "Like"
        case .contains: return "Contains"
        case .hasPrefix: return "HasPrefix"
        case .hasSuffix: return "HasSuffix"
        case .between: return "Between"
        case .near: return "Near"
        case .within: return "Within"
        case .isNull: return nil
        }
    }
}
