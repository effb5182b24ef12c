import Foundation
import QuireToolbox

/// A successful response with unexpected content.
///
/// It contains the path and the types of values, but never a value.
public struct HALOResponseError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// Method and path, for example `GET /api/generalcontent/module`.
    public var request: String
    /// The path in the response, for example `[3].name`. Empty for the root.
    public var path: String
    public var expected: String
    public var found: String

    public var description: String {
        PlainText.error(
            "\(request): expected \(expected) at \(path.isEmpty ? "the response" : path), found \(found)",
            "Check that the address is HALO's and that no proxy responds in its place.")
    }

    public var errorDescription: String? { description }
}
