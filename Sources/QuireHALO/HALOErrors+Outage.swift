import QuireToolbox

extension HALOError: OutageError {
    /// Whether the status is 429 or 5xx.
    public var isOutage: Bool { Outage.means(status: status) }
}

extension AuthorizationError: OutageError {
    /// Whether no token could be had because there is no network, or the server fails.
    public var isOutage: Bool { isRetryable }
}
