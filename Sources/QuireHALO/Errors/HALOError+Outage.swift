import QuireToolbox

extension HALOError: OutageError {
    /// Whether the status is 429 or 5xx.
    public var isOutage: Bool { Outage.means(status: status) }
}
