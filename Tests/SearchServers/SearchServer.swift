import Foundation

/// A search server that runs for the tests of this process.
public struct SearchServer: Sendable {
    public var url: URL
    /// Empty where the server asks for none.
    public var apiKey: String
}
