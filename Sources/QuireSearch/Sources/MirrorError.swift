import QuireToolbox

/// Neither of two engines answered: what each of them said.
public struct MirrorError: OutageError, CustomStringConvertible {
    /// What the remote engine said.
    public var remote: any Error
    /// What the one on this device said.
    public var local: any Error

    /// Whether the remote engine has an outage: the same request may succeed later.
    public var isOutage: Bool { Outage.means(remote) }

    public var description: String {
        PlainText.error(
            "Neither engine returned a response. The remote engine: \(remote)",
            "The engine on this device: \(local)")
    }
}
