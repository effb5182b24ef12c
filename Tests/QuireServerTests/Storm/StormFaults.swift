#if SQLite
import Foundation

import QuireServer

/// Faults of a storm's requests: a header of each request selects its fault.
final class StormFaults: @unchecked Sendable {
    /// The purpose of a request.
    enum Act: String, CaseIterable {
        /// Succeeds.
        case search, create
        /// Cancelled after up to three milliseconds.
        case cancelled
        /// Gets its response after its deadline.
        case late
        /// Redirected within the server, or to another one.
        case redirected, redirectedAway
        /// Breaks at the first attempt.
        case reset, dropped, truncated
        /// Rejected at the first attempt.
        case limited, unavailable
        /// Its token is rejected at the first attempt; at every attempt.
        case expired, unauthorized
        /// A write whose connection breaks before it is done; after it is done.
        case createReset, createLost

        var isCreate: Bool { self == .create || self == .createReset || self == .createLost }
    }

    static let header = "X-Storm"

    private let lock = NSLock()
    private var seen: Set<String> = []
    private var tokenRequests = 0
    /// Another server, which must never get a request.
    private let away: String

    init(away: URL) { self.away = away.absoluteString }

    var tokenRequestCount: Int { lock.withLock { tokenRequests } }

    func fault(for request: ServedRequest) -> Delivery.Fault? {
        if request.path == "/api/oauth/token" { lock.withLock { tokenRequests += 1 } }
        guard let label = request[header: Self.header],
            let act = label.split(separator: " ").first.flatMap({ Act(rawValue: String($0)) })
        else { return nil }
        let isFirst = lock.withLock { seen.insert(label).inserted }
        switch act {
        case .search, .create, .cancelled: return nil
        case .late: return .delay(milliseconds: 400)
        case .redirectedAway: return .respond(status: 308, headers: ["Location": "\(away)/elsewhere"])
        case .unauthorized: return .respond(status: 401, headers: [:])
        case .createReset: return .reset
        case .createLost: return .dropResponse
        case _ where !isFirst: return nil
        case .redirected: return .respond(status: 307, headers: ["Location": "\(request.path)?again=1"])
        case .reset: return .reset
        case .dropped: return .drop
        case .truncated: return .truncate(bytes: 40)
        case .limited: return .respond(status: 429, headers: ["Retry-After": "0"])
        case .unavailable: return .respond(status: 503, headers: [:])
        case .expired: return .respond(status: 401, headers: [:])
        }
    }
}
#endif
