import QuireCore
import QuireSchema

/// A query as the page builds it and as the text form writes it, before it is checked against the schema.
///
/// Unlike a `SearchRequest`, it keeps `not` and `every`, so that it can be shown as it was written.
struct ExplorerQuery: Hashable, Sendable {
    var module: String
    var modulePlace = QueryPlace()
    var filter: QueryNode?
    /// The full-text search.
    var text: String?
    var sort: [QueryOrder] = []
    /// The fields and the metadata to return; empty for all.
    var fields: [QueryName] = []
    /// Paths of relations.
    var include: [QueryName] = []
    var facets: [QueryName] = []
    var locale: String?
    var ids: [String]?
    /// The page size of the query in code.
    var limit: Int?

    init(module: String) { self.module = module }

    /// The most levels of a filter.
    static let maximumDepth = 32
}

/// A part of a filter.
indirect enum QueryNode: Hashable, Sendable {
    case all([QueryNode])
    case any([QueryNode])
    case not(QueryNode)
    case test(QueryTest)
    case relation(QueryRelation)
}

/// A test of one field.
struct QueryTest: Hashable, Sendable {
    var field: String
    /// Whether the field is metadata, which is written with `@`.
    var isMetadata = false
    var operation: Operator
    /// `nil` for `isNull`.
    var value: QueryValue?
    var place = QueryPlace()
}

/// A test of related items.
struct QueryRelation: Hashable, Sendable {
    enum Quantifier: String, Sendable, CaseIterable { case any, none, every }

    enum Path: Hashable, Sendable {
        /// A relation of the module.
        case forward(String)
        /// A relation of another module to this one.
        case reverse(module: String, field: String)
    }

    var path: Path
    var quantifier: Quantifier
    /// `nil` for any related item.
    var filter: QueryNode?
    var place = QueryPlace()
}

/// A value in a query.
enum QueryValue: Hashable, Sendable {
    case text(String)
    case integer(Int64)
    case number(Double)
    case boolean(Bool)
    case list([QueryValue])
    /// The value of another field of the item.
    case field(String)
}

/// A name in a list of names: a field, metadata, or a path of relations.
struct QueryName: Hashable, Sendable {
    var path: [String]
    /// Whether the name is metadata, which is written with `@`.
    var isMetadata = false
    var place = QueryPlace()

    init(_ path: [String], isMetadata: Bool = false, place: QueryPlace = QueryPlace()) {
        self.path = path
        self.isMetadata = isMetadata
        self.place = place
    }

    init(_ name: String) { self.init([name]) }
}

/// A sort key.
struct QueryOrder: Hashable, Sendable {
    /// The names of relations to follow, and the name of the field.
    var path: [String]
    var isMetadata = false
    var isDescending = false
    var nulls: SortKey.Nulls?
    var place = QueryPlace()
}

/// Where a part of a query was written, for messages. Two queries are the same wherever their parts were written.
struct QueryPlace: Hashable, Sendable {
    /// In the JSON form: `where.all[1]`.
    var path: String?
    /// In the text form, in UTF-16 code units.
    var range: Range<Int>?

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    /// An error at the place.
    func error(_ message: String, code: ExplorerError.Code = .query) -> ExplorerError {
        var error = ExplorerError(code, message)
        error.path = path
        error.range = range
        return error
    }
}

extension QueryNode {
    /// The node as a test of the item behind relations, which has no value if there is no such item.
    ///
    /// A test that is true without a value becomes the complement of its opposite: `author.name != "A"` finds the items
    /// without an author too.
    func behind(_ relations: [String], at place: QueryPlace) -> QueryNode {
        guard let first = relations.first else { return self }
        if case .test(let test) = self, [.notEqual, .notIn, .isNull].contains(test.operation) {
            return .not(complement.behind(relations, at: place))
        }
        let inner = behind(Array(relations.dropFirst()), at: place)
        return .relation(QueryRelation(path: .forward(first), quantifier: .any, filter: inner, place: place))
    }

    /// The exact complement.
    var complement: QueryNode {
        switch self {
        case .not(let inner): return inner
        case .test(var test) where test.operation == .notEqual || test.operation == .notIn:
            test.operation = test.operation == .notEqual ? .equal : .in
            return .test(test)
        case .test, .relation, .all, .any: return .not(self)
        }
    }
}

extension QueryNode {
    /// The same filter without groups of one, groups in groups of the same kind, and groups of nothing; `nil` if
    /// nothing is left.
    var normalized: QueryNode? {
        switch self {
        case .test: return self
        case .not(let node): return node.normalized.map { .not($0) }
        case .relation(var relation):
            relation.filter = relation.filter?.normalized
            return .relation(relation)
        case .all(let nodes):
            let parts = nodes.compactMap(\.normalized).flatMap { node in
                if case .all(let inner) = node { inner } else { [node] }
            }
            return parts.count > 1 ? .all(parts) : parts.first
        case .any(let nodes):
            let parts = nodes.compactMap(\.normalized).flatMap { node in
                if case .any(let inner) = node { inner } else { [node] }
            }
            return parts.count > 1 ? .any(parts) : parts.first
        }
    }
}

extension QueryValue {
    /// The same value with whole numbers as integers, as JSON does not tell them apart.
    var normalized: QueryValue {
        switch self {
        case .number(let number):
            abs(number) < 0x1p53 ? Int64(exactly: number).map { .integer($0) } ?? self : self
        case .list(let values): .list(values.map(\.normalized))
        case .text, .integer, .boolean, .field: self
        }
    }
}
