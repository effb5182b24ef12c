import QuireToolbox

extension NodesError: OutageError {
    /// Whether nodes were tried, and none returned a response.
    public var isOutage: Bool {
        switch cause {
        case .allFailed, .timedOut, .notTaken, .noLeader: true
        case .noNodes, .outcomeUnknown: false
        }
    }
}
