#if SQLite
import Foundation

@testable import QuireServer

/// What goes wrong with the requests of a storm: each says by a header what is to happen to it.
final class StormFaults: @unchecked Sendable {
    /// What a request is made for.
    enum Act: String, CaseIterable {
        /// Goes well.
        case search, create
        /// Given up after up to three milliseconds.
        case cancelled
        /// Answered after its deadline.
        case late
        /// Sent on within the server, or to another one.
        case redirected, redirectedAway
        /// Breaks the first time.
        case reset, dropped, truncated
        /// Refused the first time.
        case limited, unavailable
        /// Its token is rejected the first time; every time.
        case expired, unauthorized
        /// A write whose connection breaks before it is done; after it is done.
        case createReset, createLost

        var isCreate: Bool { self == .create || self == .createReset || self == .createLost }
    }

    static let header = "X-Storm"

    private let lock = NSLock()
    private var seen: Set<String> = []
    private var tokenRequests = 0
    /// Another server, which must never be asked.
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
