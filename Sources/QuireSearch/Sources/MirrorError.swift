import QuireToolbox

/// Both of two engines failed. Contains both errors.
public struct MirrorError: OutageError, CustomStringConvertible {
    /// The error of the remote engine.
    public var remote: any Error
    /// The error of the engine on this device.
    public var local: any Error

    /// Whether the remote engine has an outage, so that the same request may succeed later.
    public var isOutage: Bool { Outage.means(remote) }

    public var description: String {
        PlainText.error(
            "Neither engine returned a response. The remote engine: \(remote)",
            "The engine on this device: \(local)")
    }
}
