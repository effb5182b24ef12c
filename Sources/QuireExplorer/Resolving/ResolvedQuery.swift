import QuireCore
import QuireEngine
import QuireSchema
import QuireText

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

extension ResolvedQuery {
    /// The request that the query's code makes.
    var request: SearchRequest {
        var request = SearchRequest(module: module.descriptor)
        request.filter = filter.flatMap { Self.filter($0, of: module).withoutEmptyGroup }
        request.metaFilter = metaFilter.flatMap { Self.filter($0, of: module).withoutEmptyGroup }
        request.sort = sort.map(\.key)
        request.ids = query.ids
        request.locale = query.locale
        // Metadata comes with every item.
        if !columns.isEmpty { request.fields = columns.compactMap(\.field?.name) }
        request.include = include.map { IncludePath($0.map(\.name)) }
        request.facets = facets.map { field in
            FacetRequest(
                field.name,
                isDisjunctive: field.field.facet == .disjunctive || field.field.facet == .hierarchical)
        }
        request.text = query.text.map { TextSearch(.all($0, matching: .lastWordAsPrefix)) }
        request.page = .page(1, size: query.limit ?? 50)
        return request
    }

    private static func filter(_ node: ResolvedNode, of module: ExploredModule) -> Filter {
        switch node {
        case .all(let nodes): .joining(.and, nodes.map { filter($0, of: module) })
        case .any(let nodes): .joining(.or, nodes.map { filter($0, of: module) })
        case .not(let inner): filter(inner, of: module).negated(in: node.table ?? module.descriptor.fields)
        case .test(let test): .leaf(test.leaf)
        case .relation(let relation): filter(relation)
        }
    }

    private static func filter(_ relation: ResolvedRelation) -> Filter {
        let inner = relation.filter.map { filter($0, of: relation.module) } ?? .and([])
        return switch relation.quantifier {
        case .any: .any(relation.step, inner)
        case .none: .none(relation.step, inner)
        case .every: .none(relation.step, inner.negated(in: relation.module.descriptor.fields))
        }
    }
}

extension Filter {
    fileprivate var withoutEmptyGroup: Filter? {
        if case .and(let operands) = self, operands.isEmpty { return nil }
        return self
    }
}

extension ResolvedNode {
    /// The table of metadata, if the node tests metadata.
    fileprivate var table: FieldTable? {
        switch self {
        case .test(let test): if case .metadata = test.subject { .metadata } else { nil }
        case .not(let node): node.table
        case .all(let nodes), .any(let nodes): nodes.first?.table
        case .relation: nil
        }
    }
}

extension ResolvedTest {
    /// The test in the filter tree, as the operators in code build it.
    var leaf: Filter.Leaf {
        Filter.Leaf(treeOperation, name, value: value, type: operation == .isNull ? .null : wireType)
    }

    private var name: String {
        switch subject {
        case .field(let field): field.name
        case .metadata(let field): field.name
        }
    }

    private var isList: Bool { if case .field(let field) = subject { field.isList } else { false } }

    private var wireType: WireType {
        let kind: FieldKind =
            switch subject {
            case .field(let field): field.descriptor.kind.innermost
            case .metadata(let field): field.isDate ? .dateTime(.epochMilliseconds) : .text
            }
        return switch kind {
        case .integer, .number, .scalar(.integer), .scalar(.number), .geopoint: .number
        case .date, .time, .dateTime: .date
        default: .string
        }
    }

    private var treeOperation: FilterOperation {
        switch operation {
        case .equal, .isNull: .equal
        case .notEqual: .notEqual
        case .less: .less
        case .lessOrEqual: .lessOrEqual
        case .greater: .greater
        case .greaterOrEqual: .greaterOrEqual
        case .in: .in
        case .notIn: .notIn
        case .like: .like
        // A list contains an element if the element is in it.
        case .contains: isList ? .in : .contains
        case .hasPrefix: .hasPrefix
        case .hasSuffix: .hasSuffix
        case .between: .between
        case .near: .near
        case .within: .within
        }
    }
}
