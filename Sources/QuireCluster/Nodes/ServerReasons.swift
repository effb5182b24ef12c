import QuireHTTP

/// How the servers of a cluster explain their error responses.
package struct ServerReasons: Sendable {
    /// The server's reason in a response, without secrets.
    package var text: @Sendable (HTTPResponse) -> String?
    /// Whether a write with this response fails again however often it is sent.
    package var isFinal: @Sendable (HTTPResponse) -> Bool

    package init(
        text: @escaping @Sendable (HTTPResponse) -> String?,
        isFinal: @escaping @Sendable (HTTPResponse) -> Bool = { _ in false }
    ) {
        self.text = text
        self.isFinal = isFinal
    }
}
