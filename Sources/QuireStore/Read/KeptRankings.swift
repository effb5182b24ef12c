#if SQLite
import QuireCore

/// Keeps the items of the last ranked searches of a connection for their next pages, until something is written.
///
/// A page of a ranked search needs the ranks of all items before it, which takes as long as ranking all.
final class KeptRankings {
    /// How many searches are kept. A list of a search that finds very many items takes up to a megabyte.
    private static let most = 2

    /// A request without what does not change the order of its items.
    struct Key {
        fileprivate let request: SearchRequest

        init(_ request: SearchRequest) { self.request = request.forAnyPage }
    }

    private var version: FileVersion
    private var entries: [(request: SearchRequest, items: RankedItems)] = []

    private init(_ version: FileVersion) { self.version = version }

    /// The rankings of the connection; `nil` in a transaction that writes.
    static func of(_ connection: Connection) throws -> KeptRankings? {
        guard try !connection.isWriting else { return nil }
        let version = connection.fileVersion
        if let rankings = connection.keptRankings as? KeptRankings {
            if rankings.version != version {
                rankings.version = version
                rankings.entries = []
            }
            return rankings
        }
        let new = KeptRankings(version)
        connection.keptRankings = new
        return new
    }

    /// Returns the items of a request, which are then no longer kept, so that they change without a copy.
    func take(_ key: Key) -> RankedItems? {
        entries.firstIndex { $0.request == key.request }.map { entries.remove(at: $0).items }
    }

    /// Keeps the items of a request.
    func keep(_ items: RankedItems, of key: Key) {
        if entries.count == Self.most { entries.removeFirst() }
        entries.append((key.request, items))
    }
}

extension SearchRequest {
    /// The same request without what does not change the order of its items.
    fileprivate var forAnyPage: SearchRequest {
        var request = SearchRequest(module: module)
        request.filter = filter
        request.metaFilter = metaFilter
        request.ids = ids
        request.related = related
        request.segment = segment
        request.text = text
        request.locale = locale
        request.settings = settings
        return request
    }
}
#endif
