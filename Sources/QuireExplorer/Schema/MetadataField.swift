import QuireCore
import QuireSchema

/// A property of the metadata. All can be columns, and those of `MetaFields` can also be in filters and sort keys.
struct MetadataField: Sendable, Hashable {
    enum Kind: String, Sendable { case text, dateTime, integer, json }

    var name: String
    var kind: Kind
    /// Whether `MetaFields` has it.
    var isQueryable = true

    var isDate: Bool { kind == .dateTime }

    /// The operators of `MetaFields`.
    var operators: [Operator] {
        guard isQueryable else { return [] }
        return isDate
            ? [
                .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .notIn, .between,
                .isNull,
            ]
            : [.equal, .notEqual, .in, .notIn, .like, .contains, .hasPrefix, .hasSuffix, .isNull]
    }

    /// In the order of importance.
    static let all =
        queryable(
            ["createdAt", "updatedAt", "publishedAt", "removedAt", "archivedAt", "deletedAt"], .dateTime)
        + queryable(["name", "createdBy", "updatedBy", "deletedBy"], .text)
        + [
            MetadataField(name: "revision", kind: .integer, isQueryable: false),
            MetadataField(name: "customerId", kind: .integer, isQueryable: false),
            MetadataField(name: "externalId", kind: .json, isQueryable: false),
            MetadataField(name: "tags", kind: .json, isQueryable: false),
        ]

    private static func queryable(_ names: [String], _ kind: Kind) -> [MetadataField] {
        names.map { MetadataField(name: $0, kind: kind) }
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
