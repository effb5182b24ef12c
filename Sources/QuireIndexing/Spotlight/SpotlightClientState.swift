import Foundation

/// The client state in a Spotlight index: whose content it holds, and the number of batches.
///
/// Spotlight's content cannot be read back, and the system may lose it. An index without our token is not the one that
/// was filled.
struct SpotlightClientState: Sendable, Hashable {
    /// The maximum length of a state in Spotlight.
    static let maximumLength = 250

    /// 32 hexadecimal digits.
    var token: String
    var batches: UInt64

    /// Creates a state that no index has yet.
    init() {
        let digits = (0..<2).map { _ in
            let half = String(UInt64.random(in: 0...UInt64.max), radix: 16)
            return String(repeating: "0", count: 16 - half.count) + half
        }
        token = digits.joined()
        batches = 0
    }

    /// - Returns: `nil` for a foreign state.
    init?(_ data: Data) {
        guard data.count <= Self.maximumLength else { return nil }
        let parts = String(decoding: data, as: UTF8.self).split(
            separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "quire1", parts[1].utf8.count == 32,
            parts[1].utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }),
            let batches = UInt64(parts[2])
        else { return nil }
        token = String(parts[1])
        self.batches = batches
    }

    var data: Data { Data("quire1 \(token) \(batches)".utf8) }

    /// The state after the next batch.
    var next: SpotlightClientState {
        var next = self
        next.batches &+= 1
        return next
    }
}
