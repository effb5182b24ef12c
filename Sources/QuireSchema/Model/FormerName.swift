/// A name that a module, a field or a choice had on the wire before it was renamed.
///
/// ```json
/// { "name": "pageCount", "was": ["pages"], "type": "integer" }
/// ```
public struct FormerName: Hashable, Sendable {
    public var name: String
    public var location: SourceLocation

    public init(_ name: String, location: SourceLocation) {
        self.name = name
        self.location = location
    }
}
