import Foundation
import QuireCore
import QuireEngine
import QuireText

/// A request on its way through a cluster: the queries that are sent next, and what is known so far.
///
/// Does no I/O. First the items that are weighed are requested, with their total and facets; then the page, as far as it
/// did not come along.
struct TextRun: Sendable {
    /// Which part of the results is requested.
    enum Window: Sendable {
        /// As the request says: it has no words to rank by, or sort keys of its own.
        case own
        case slice(offset: Int, limit: Int)
        case first(limit: Int)
        case after(RankedCursor, limit: Int)
        case everything
    }

    enum Step: Sendable { case first, page, done }

    /// What a query is for.
    enum Role: Sendable { case own, head, top, items, tail, total, listing }

    let request: SearchRequest
    let engine: String
    let analyzer: TextAnalyzer
    let pattern: WordPattern?
    let fields: [FieldDescriptor]
    let popularity: FieldDescriptor?
    let window: Window
    let expressesAlternatives: Bool
    /// Whether synonyms stand for words of the query.
    private(set) var hasSynonyms = false

    var step = Step.first
    var resolved: ResolvedText?
    var words: ClusterWords?
    var needsLevel = false
    var isLevelKnown = false

    var total: Int?
    var facets: [FacetResult] = []
    var ranked = WeighedItems()
    var known: [String: StoredSlice] = [:]
    var tail: [StoredSlice] = []
    var tailCursor: Cursor?
    var listed: [StoredSlice] = []
    var ownInfo: PageInfo?
    var highlights: [HighlightedText]?
    var serverResponses: [Data] = []

    /// Of a page that ends here, the documents come with the items that are weighed.
    static let mostAtOnce = 40

    /// - Throws: `QueryError`.
    init<Cluster: TextCluster>(_ request: SearchRequest, on cluster: Cluster) throws(QueryError) {
        self.request = request
        engine = cluster.engineName
        analyzer = cluster.analyzer
        expressesAlternatives = cluster.expressesAlternatives
        popularity = request.module.popularityField
        guard let search = request.decidedText, let pattern = WordPattern(search.query, analyzer) else {
            (pattern, fields, window) = (nil, [], .own)
            return
        }
        guard !cluster.ranks(request) else {
            (self.pattern, fields, window) = (nil, [], .own)
            // For highlights.
            resolved = ResolvedText(
                unresolved: pattern, WordRules(search, synonyms: request.module.synonyms, analyzer))
            return
        }
        self.pattern = pattern
        fields = try search.searchedFields(of: request.module, analyzer)
        let rules = WordRules(search, synonyms: request.module.synonyms, analyzer)
        resolved = ResolvedText(unresolved: pattern, rules)
        var literal = search
        literal.synonyms = []
        hasSynonyms =
            resolved?.text
            != ResolvedText(unresolved: pattern, WordRules(literal, synonyms: [], analyzer)).text
        window =
            pattern.isRankable && request.sort.isEmpty
            ? try Self.window(of: request, engine: engine) : .own
        useAlternatives()
        if case .after(let cursor, _) = window, search.toleratesTypos, !cursor.isAsTyped { needsLevel = true }
        if case .after(let cursor, _) = window, cursor.isAsTyped { isLevelKnown = true }
        // The server looks for synonyms among the words of a level.
        if hasSynonyms, !expressesAlternatives { needsLevel = true }
    }

    private static func window(of request: SearchRequest, engine: String) throws(QueryError) -> Window {
        switch request.page {
        case .standard: return .slice(offset: 0, limit: 10)
        case .page(let page, let size):
            let (offset, overflow) = (page - 1).multipliedReportingOverflow(by: size)
            return page < 1 || size < 1 || overflow ? .own : .slice(offset: offset, limit: size)
        case .offset(let offset, let limit):
            return offset < 0 || limit < 1 ? .own : .slice(offset: offset, limit: limit)
        case .cursor(let cursor, let limit):
            guard limit >= 1 else { return .own }
            guard let cursor else { return .first(limit: limit) }
            return .after(try RankedCursor(cursor, of: request, engine: engine), limit: limit)
        case .all: return .everything
        }
    }

    private mutating func useAlternatives() {
        guard expressesAlternatives, words == nil, let resolved else { return }
        words = ClusterWords(resolved.text)
    }

    // MARK: - Results

    /// Takes the results of the queries, in their order.
    mutating func take(_ results: [ClusterResult]) throws {
        let requestedRoles = roles
        for (role, result) in zip(requestedRoles, results) {
            serverResponses += result.serverResponses
            switch role {
            case .own, .listing:
                listed = result.instances
                ownInfo = result.info
                highlights = result.highlights
                tailCursor = result.nextCursor
            case .head:
                tailCursor = result.nextCursor
                if let resolved {
                    ranked = try WeighedItems(
                        result.instances, resolved, fields: fields, popularity: popularity, analyzer: analyzer
                    )
                }
            case .top, .items: for slice in result.instances { known[slice.id] = slice }
            case .tail:
                tail = result.instances
                tailCursor = result.nextCursor
            case .total: break
            }
            if [.own, .listing, .head, .total].contains(role) {
                total = result.info.totalItems ?? total
                if !result.facets.isEmpty { facets = result.facets }
            }
        }
        if wantsLevel {
            needsLevel = true
        } else if step == .first, ![.own, .everything].contains(window.kind), !isContinued {
            step = .page
            if roles.isEmpty { step = .done }
        } else {
            step = .done
        }
    }

    private var isContinued: Bool { if case .after = window { true } else { false } }

    /// Whether nothing has the words as they were typed.
    private var wantsLevel: Bool {
        guard let pattern, step == .first, !isLevelKnown, request.text?.toleratesTypos == true else {
            return false
        }
        return total == 0 && listed.isEmpty && pattern.words.contains(where: \.isFlexible)
    }

    mutating func decideLevel<Cluster: TextCluster>(on cluster: Cluster) async throws {
        guard let pattern, let search = request.decidedText else { return }
        let rules = WordRules(search, synonyms: request.module.synonyms, analyzer)
        let level = LevelSearch(request: request, search: search, pattern: pattern, rules: rules)
        let (text, vocabulary) = try await level.resolved(on: cluster, readsVocabulary: hasSynonyms)
        needsLevel = false
        isLevelKnown = true
        resolved = text
        let isAsTyped = text.text == ResolvedText(unresolved: pattern, rules).text
        if text.level == .words, isAsTyped, !hasSynonyms {
            // The text itself finds something, or nothing does: the filters decide.
            if !isContinued { step = .done }
        } else {
            words = ClusterWords(text.text, vocabulary: vocabulary)
        }
    }
}

extension TextRun.Window {
    enum Kind { case own, ranked, everything }

    var kind: Kind {
        switch self {
        case .own: .own
        case .slice, .first, .after: .ranked
        case .everything: .everything
        }
    }
}

extension TextRun {
    var response: EngineResponse {
        let totalItems = request.countsTotal ? total : nil
        switch window {
        case .own:
            var info = ownInfo ?? PageInfo(offset: 0, limit: 0, totalItems: totalItems)
            if !request.countsTotal { info.totalItems = nil }
            return response(listed, info, cursor: tailCursor)
        case .slice(let offset, let limit):
            let info = PageInfo(offset: offset, limit: limit, totalItems: totalItems)
            return response(offset >= WeighedItems.most ? listed : found, info, cursor: nil)
        case .first(let limit):
            let cursor = RankedCursor(
                ids: Array(ranked.ids.dropFirst(limit)), tail: tailCursor, skipped: limit,
                isAsTyped: resolved?.level == .words)
            let info = PageInfo(offset: 0, limit: limit, totalItems: totalItems)
            return response(found, info, cursor: cursor.cursor(of: request, engine: engine))
        case .after(let before, let limit):
            let hasTail = before.ids.count < limit
            let cursor = RankedCursor(
                ids: Array(before.ids.dropFirst(limit)), tail: hasTail ? tailCursor : before.tail,
                skipped: before.skipped + limit, isAsTyped: before.isAsTyped)
            let info = PageInfo(offset: before.skipped, limit: limit, totalItems: totalItems)
            return response(found, info, cursor: cursor.cursor(of: request, engine: engine))
        case .everything:
            let info = PageInfo(offset: 0, limit: listed.count, totalItems: totalItems)
            return response(arranged, info, cursor: nil)
        }
    }

    /// The items of the page: those that are weighed, then the others.
    private var found: [StoredSlice] { wanted.compactMap { known[$0] } + tail }

    /// All items, with those that are weighed first.
    private var arranged: [StoredSlice] {
        var places: [String: Int] = [:]
        for (place, id) in ranked.ids.enumerated() { places[id] = place }
        var first: [(place: Int, slice: StoredSlice)] = []
        var others: [StoredSlice] = []
        for slice in listed {
            if first.count < places.count, let place = places[slice.id] {
                first.append((place, slice))
            } else {
                others.append(slice)
            }
        }
        return first.sorted { $0.place < $1.place }.map(\.slice) + others
    }

    private func response(_ slices: [StoredSlice], _ info: PageInfo, cursor: Cursor?) -> EngineResponse {
        var response = EngineResponse(
            ClusterPage(slices, info, isWhole: request.page == .all), nextCursor: cursor, text: textInfo,
            facets: facets)
        response.serverResponses = serverResponses
        return response
    }

    private var textInfo: TextSearchInfo? {
        guard request.text != nil else { return nil }
        var ranking = TextSearchInfo.Ranking.relevance
        if !request.sort.isEmpty {
            ranking = .sorted
        } else if let pattern, !pattern.isRankable || (total ?? 0) > WeighedItems.most {
            ranking = .skipped
        }
        var info = TextSearchInfo(
            ranking: ranking, corrections: resolved?.corrections ?? [:],
            highlighter: TextHighlighter(groups: resolved?.highlighted ?? [], analyzer))
        // A server may mark nothing in what it has found, for example words that are only begun.
        if let highlights, highlights.contains(where: { !$0.ranges.isEmpty }) {
            info.highlighter = TextHighlighter(served: highlights, analyzer)
        }
        info.level = resolved?.level ?? .words
        info.dropped = resolved?.dropped ?? []
        if request.sort.isEmpty, let pattern, pattern.isRankable, !pattern.hasChoices {
            info.exactItems = info.level == .fewerWords ? 0 : total
        }
        let pageIDs = if case .everything = window { ranked.ids[...] } else { wanted }
        for id in pageIDs { info.rankings[id] = ranked.infos[id] }
        return info
    }
}
