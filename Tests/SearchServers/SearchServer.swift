import Foundation

/// A search server for the tests of this process.
public struct SearchServer: Sendable {
    public var url: URL
    /// The API key; empty if the server needs none.
    public var apiKey: String
}
