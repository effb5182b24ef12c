public import Foundation

/// Where an application's requests go, in the order in which the hosts are tried.
///
/// ```swift
/// AlgoliaHosts(applicationID: "LATENCY")
/// // reads:  latency-dsn.algolia.net, then latency-1, -2 and -3.algolianet.com in random order
/// // writes: latency.algolia.net, then the same three
/// ```
public struct AlgoliaHosts: Sendable, Hashable {
    /// The hosts for reads.
    public var reads: [URL]
    /// The hosts for writes.
    public var writes: [URL]

    public init(reads: [URL], writes: [URL]) {
        self.reads = reads
        self.writes = writes
    }

    /// The hosts of an application. The last three are shuffled once to distribute the load.
    ///
    /// - Parameter applicationID: Letters, digits and hyphens. Other characters are dropped.
    public init(applicationID: String) {
        let name = applicationID.lowercased().filter {
            $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        }
        let others = (1...3).compactMap { URL(string: "https://\(name)-\($0).algolianet.com") }.shuffled()
        reads = [URL(string: "https://\(name)-dsn.algolia.net")].compactMap { $0 } + others
        writes = [URL(string: "https://\(name).algolia.net")].compactMap { $0 } + others
    }
}
