import QuireToolbox

extension HALOError: OutageError {
    /// Whether the status is 429 or 5xx.
    public var isOutage: Bool { Outage.means(status: status) }
}

extension AuthorizationError: OutageError {
    /// Whether the token request failed because the device is offline, or the server fails.
    public var isOutage: Bool { isRetryable }
}
