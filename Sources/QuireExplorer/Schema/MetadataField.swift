import QuireCore
import QuireSchema

/// A property of the metadata that queries can use.
struct MetadataField: Sendable, Hashable {
    var name: String
    var isDate: Bool

    /// The operators of `MetaFields`.
    var operators: [Operator] {
        isDate
            ? [
                .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .notIn, .between,
                .isNull,
            ]
            : [.equal, .notEqual, .in, .notIn, .like, .contains, .hasPrefix, .hasSuffix, .isNull]
    }

    static let all: [MetadataField] = FieldTable.metadata.fields.map { field in
        MetadataField(name: field.name, isDate: field.kind.isDate)
    }
}

extension FieldKind {
    var isDate: Bool {
        switch self {
        case .date, .time, .dateTime: true
        default: false
        }
    }
}
