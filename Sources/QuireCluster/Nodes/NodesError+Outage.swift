import QuireToolbox

extension NodesError: OutageError {
    /// Whether the nodes were asked, and none gave an answer.
    public var isOutage: Bool {
        switch cause {
        case .allFailed, .timedOut, .notTaken, .noLeader: true
        case .noNodes, .outcomeUnknown: false
        }
    }
}
