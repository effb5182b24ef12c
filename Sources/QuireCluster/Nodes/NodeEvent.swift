import Foundation

/// An event about a node, for a log.
public enum NodeEvent: Sendable, Hashable, CustomStringConvertible {
    /// An attempt failed. The call continues with another node if possible.
    case failed(NodeFailure)
    /// The node is skipped from now on.
    case paused(address: String, until: Date)
    /// A skipped node has responded again.
    case recovered(address: String)

    public var description: String {
        switch self {
        case .failed(let failure): "node failed: \(failure)"
        case .paused(let address, let until):
            "node not used until \(until.formatted(.iso8601)): \(address)"
        case .recovered(let address): "node responds again: \(address)"
        }
    }
}

/// The listeners for node events.
final class NodeListeners: @unchecked Sendable {
    private let lock = NSLock()
    private var continuations: [UInt64: AsyncStream<NodeEvent>.Continuation] = [:]
    private var next: UInt64 = 0

    deinit {
        for continuation in continuations.values { continuation.finish() }
    }

    func stream() -> AsyncStream<NodeEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: NodeEvent.self, bufferingPolicy: .bufferingNewest(256))
        let id = lock.withLock {
            next += 1
            continuations[next] = continuation
            return next
        }
        continuation.onTermination = { [weak self] _ in
            guard let self else { return }
            _ = lock.withLock { self.continuations.removeValue(forKey: id) }
        }
        return stream
    }

    func tell(_ events: [NodeEvent]) {
        guard !events.isEmpty else { return }
        let listening = lock.withLock { Array(continuations.values) }
        for continuation in listening {
            for event in events { continuation.yield(event) }
        }
    }
}
