public import Foundation

/// A collection that is not as a module needs it.
public struct CollectionError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// What is wrong, for code that tells the cases apart.
    public enum Reason: Sendable, Hashable {
        /// Its fields are not those that its name promises: something else changed them.
        case changed
        /// Another process is filling it, or one was ended while it did.
        case unfinished
    }

    public var reason: Reason
    public var collection: String
    /// Facts of this case, for people.
    public var detail: String

    public var description: String {
        switch reason {
        case .changed:
            """
            The collection \(collection) is not as it was made: \(detail). Make it anew: \
            engine.prepare(…, restarting: true).
            """
        case .unfinished:
            """
            The collection \(collection) is there, and not live: \(detail). Another process is filling it, or was ended \
            while it did. Wait for it, or begin anew: engine.prepare(…, restarting: true).
            """
        }
    }

    public var errorDescription: String? { description }
}
