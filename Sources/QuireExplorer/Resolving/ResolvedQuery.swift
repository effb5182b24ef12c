import QuireCore
import QuireSchema

/// A query whose parts were found in the schema, and whose values have the types of their fields.
struct ResolvedQuery: Sendable {
    var query: ExplorerQuery
    var module: ExploredModule
    /// The filter over the fields.
    var filter: ResolvedNode?
    /// The filter over the metadata.
    var metaFilter: ResolvedNode?
    var sort: [ResolvedOrder] = []
    /// What the query selects; empty for everything.
    var columns: [ResolvedColumn] = []
    var include: [[ExploredField]] = []
    var facets: [ExploredField] = []
}

/// A field or metadata that a query selects.
enum ResolvedColumn: Sendable {
    case field(ExploredField)
    case metadata(MetadataField)

    var field: ExploredField? { if case .field(let field) = self { field } else { nil } }

    /// The name in queries.
    var name: String {
        switch self {
        case .field(let field): field.name
        case .metadata(let field): "@" + field.name
        }
    }

    /// The value in an item.
    func value(of item: JSONValue) -> JSONValue? {
        switch self {
        case .field(let field): field.descriptor.json(in: item.member("values"))
        case .metadata(let field): item.member(field.name)
        }
    }
}

/// A part of a filter.
indirect enum ResolvedNode: Sendable {
    case all([ResolvedNode])
    case any([ResolvedNode])
    case not(ResolvedNode)
    case test(ResolvedTest)
    case relation(ResolvedRelation)
}

/// A test of one field.
struct ResolvedTest: Sendable {
    /// What the test is about.
    enum Subject: Sendable {
        case field(ExploredField)
        case metadata(MetadataField)
    }

    var subject: Subject
    var operation: Operator
    /// In the type of the field. `.null` for `isNull`.
    var value: FilterValue
    /// The field to compare with, if there is one.
    var other: ExploredField?
}

/// A test of related items.
struct ResolvedRelation: Sendable {
    var step: RelationStep
    /// The relation of the module, or of the other module.
    var field: ExploredField
    /// The module of the related items.
    var module: ExploredModule
    /// The module that has the field.
    var source: ExploredModule
    var quantifier: QueryRelation.Quantifier
    /// `nil` for any related item.
    var filter: ResolvedNode?
}

/// A sort key.
struct ResolvedOrder: Sendable {
    var key: SortKey
    /// The relations and the field; empty for metadata.
    var fields: [ExploredField]
}
