import QuireCore
import QuireText

/// The contents of a draft, independent of its module. See `SearchDraft`.
struct DraftContent: Sendable, Hashable {
    /// The request of the query.
    var query: Shared<SearchRequest>
    var text = ""
    var matching = WordMatching.lastWordAsPrefix
    var toleratesTypos = true
    var substringFields: [String] = []
    var refinements = Refinements()
    var levels: [FacetLevels] = []
    var filters: [String: Filter] = [:]
    var sort: [SortKey] = []
    var pageSize = 20 { didSet { loadsEverything = false } }
    var firstPage = 1
    /// Whether the whole result is one page.
    var loadsEverything = false

    init(_ query: SearchRequest) {
        self.query = Shared(query)
        adoptPage()
    }

    /// Sets the query, and adopts its page if it has one.
    mutating func use(_ query: SearchRequest) {
        self.query = Shared(query)
        adoptPage()
    }

    /// Adopts the page of the query. A page that is not at a boundary of numbered pages stays in the query, which
    /// throws when it is searched for.
    private mutating func adoptPage() {
        let page = query.value.page
        switch page {
        case .standard: return
        case .page(let number, let size) where number >= 1: (firstPage, pageSize) = (number, size)
        case .offset(let offset, let limit) where limit >= 1 && offset >= 0 && offset.isMultiple(of: limit):
            (firstPage, pageSize) = (offset / limit + 1, limit)
        case .cursor(nil, let limit): (firstPage, pageSize) = (1, limit)
        case .all: (firstPage, loadsEverything) = (1, true)
        case .page, .offset, .cursor: return
        }
        query.value.page = .standard
    }

    func levels(of field: String) -> FacetLevels? {
        levels.first { $0.fields.first == field }
    }
}

/// A value with copy-on-write storage: a copy costs one reference, regardless of the value.
///
/// The values that a session passes around at every keystroke are stored this way. They are not generic over the
/// module, so their code does not depend on a type of another target.
@dynamicMemberLookup
struct Shared<Value: Sendable>: Sendable {
    /// Unchecked, because it is written only if it has a single owner.
    private final class Storage: @unchecked Sendable {
        var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage

    init(_ value: Value) { storage = Storage(value) }

    var value: Value {
        get { storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }

    subscript<Member>(dynamicMember path: KeyPath<Value, Member>) -> Member { storage.value[keyPath: path] }
}

extension Shared: Equatable where Value: Equatable {
    static func == (left: Self, right: Self) -> Bool {
        left.storage === right.storage || left.value == right.value
    }
}

extension Shared: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: CustomReflectable {
    var customMirror: Mirror { Mirror(reflecting: value) }
}
