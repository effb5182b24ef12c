import Foundation
import QuireCore
import QuireText
import QuireToolbox

/// The result of scanning an engine's items.
struct Scan: Sendable {
    /// The matching instances of the requested page.
    var matches: [JSONValue] = []
    /// Items that are not valid instances.
    var rejected: [ContentDecodingError] = []
    /// The number of scanned items.
    var scanned = 0
    var pageInfo: PageInfo
    var nextCursor: Cursor?
    var origin = Origin.network
    var text: TextSearchInfo?
    var serverResponses: [Data] = []
}

extension ClientSideSearch {
    /// The largest page of a scan.
    private static let largestPart = 1_000

    /// The start of a scan, and the wanted matches.
    struct Start {
        /// The engine's page to start with.
        var page: PageRequest
        /// The number of items in that page that were scanned before.
        var lookedAt = 0
        /// The number of matches to skip.
        var skipped = 0
        /// The number of wanted matches. `nil` means all.
        var matchLimit: Int?
    }

    /// Scans the engine's items until a page is full.
    func scan(_ page: PageRequest) async throws -> Scan {
        let start = start(page)
        let place = try place(page, start)
        var scan = Scan(
            pageInfo: PageInfo(
                page: start.matchLimit.map { start.skipped / $0 + 1 } ?? 1, limit: start.matchLimit ?? 0,
                offset: start.skipped, totalItems: nil))
        var part = sent
        part.page = place.page
        var lookedAt = place.lookedAt
        var skipped = 0
        var walk = PageWalk(part)
        let decoder = ItemDecoder.instances(of: request.module, fields: positions)
        while true {
            try Task.checkCancellation()
            guard let result = try await engine.search([part], decoding: decoder).first else {
                throw ResponseCountError(engine: engine.capabilities.name, requested: 1, returned: 0)
            }
            let response = try part.placing(result)
            if scan.scanned == 0 { (scan.origin, scan.text) = (response.origin, response.text) }
            if response.pageInfo.meaning == .engine { scan.pageInfo.meaning = .engine }
            scan.serverResponses += response.serverResponses
            scan.rejected += response.rejected
            // An engine without cursors may return an item on two pages.
            let news = try walk.news(in: response, id: \.instanceID)
            for (index, instance) in response.items.enumerated().dropFirst(lookedAt) {
                guard scan.scanned < maximumScanned else { throw limitError(scan, skipped) }
                scan.scanned += 1
                guard news.items[index], matches(instance) else { continue }
                if skipped < start.skipped {
                    skipped += 1
                    continue
                }
                scan.matches.append(instance)
                guard scan.matches.count == start.matchLimit else { continue }
                if case .cursor = page {
                    scan.nextCursor = try await ScanCursor.cursor(
                        after: index, of: response, to: part, of: self)
                }
                return scan
            }
            lookedAt = 0
            guard let next = walk.next else { break }
            part.page = larger(next.page, remaining: maximumScanned - scan.scanned)
            walk.ask(part)
        }
        try walk.finish()
        if start.matchLimit == nil { scan.pageInfo.limit = scan.matches.count }
        return scan
    }

    /// The engine's page that a scan starts with, and how many of its items were scanned for an earlier page.
    private func place(
        _ page: PageRequest, _ start: Start
    ) throws(QueryError) -> (page: PageRequest, lookedAt: Int) {
        (
            try ScanCursor.page(of: page, start.page, of: request),
            try ScanCursor.lookedAt(of: page, of: request)
        )
    }

    /// Throws the errors that the scan would throw before it calls the engine.
    func validate() throws {
        var first = sent
        first.page = try place(request.page, start(request.page)).page
        try engine.validate(first)
    }

    /// The start of a scan for a page. `ScanCursor` reads the position of a cursor.
    func start(_ page: PageRequest) -> Start {
        let skipped = page.offset
        let count = page == .standard ? 10 : page.size
        let capabilities = engine.capabilities
        let (sum, overflow) = skipped.addingReportingOverflow(count ?? Self.largestPart)
        let useful = min(overflow ? .max : sum, Self.largestPart, maximumScanned)
        let size = min(max(useful, min(100, maximumScanned)), capabilities.maximumPageSize ?? .max)
        return Start(
            page: capabilities.supportsCursors ? .cursor(nil, limit: size) : .page(1, size: size),
            skipped: skipped,
            matchLimit: count)
    }

    /// The next page of a scan. The size doubles each time if the engine has cursors.
    private func larger(_ page: PageRequest, remaining: Int) -> PageRequest {
        guard case .cursor(let cursor, let limit) = page else { return page }
        let largest = min(Self.largestPart, engine.capabilities.maximumPageSize ?? .max, remaining)
        return .cursor(cursor, limit: max(1, min(limit * 2, largest)))
    }

    /// The positions of the fetched fields. `nil` means all.
    private var positions: [Int]? {
        sent.fields.map { names in
            names.compactMap { name in
                let field = request.module.fields.way(to: name)?.first ?? name
                return request.module.fields.fields.firstIndex { $0.name == field }
            }
        }
    }

    private func limitError(_ scan: Scan, _ skipped: Int) -> ScanLimitError {
        ScanLimitError(
            engine: engine.capabilities.name, module: request.module.name, filter: residual,
            scanned: scan.scanned, matchCount: scan.matches.count + skipped)
    }
}

/// A search with a fallback would have to scan more items than allowed.
public struct ScanLimitError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    /// The module's wire name.
    public var module: String
    /// The part of the filter that the engine cannot express, in readable form.
    public var filter: String
    /// The number of scanned items, which is the query's `maxScanned`.
    public var scanned: Int
    /// The number of matches among them.
    public var matchCount: Int

    public var description: String {
        PlainText.error(
            "Could not search \(module): \(engine) cannot express \(filter), and of \(scanned) items read here only "
                + "\(matchCount) match",
            "Narrow the query by what \(engine) can express, ask for fewer items, or raise maxScanned.")
    }
}
