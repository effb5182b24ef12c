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

    /// The fields of `MetaFields`.
    static let all =
        ["name", "createdBy", "updatedBy", "deletedBy"].map { MetadataField(name: $0, isDate: false) }
        + ["createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt", "deletedAt"].map {
            MetadataField(name: $0, isDate: true)
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
