/// Something to tell about a schema: what, where, and what to do.
public struct Diagnostic: Hashable, Sendable {
    /// Whether it forbids generating.
    public enum Severity: String, Sendable {
        case error, warning
    }

    /// A second place that the message speaks of.
    public struct Note: Hashable, Sendable {
        public var message: String
        public var location: SourceLocation

        public init(_ message: String, at location: SourceLocation) {
            self.message = message
            self.location = location
        }
    }

    public var severity: Severity
    /// A stable name, such as `unknown-key`. `DiagnosticCode` lists those of this target.
    public var code: String
    /// One line; text from the schema in it is already made printable.
    public var message: String
    /// `nil` where a diagnostic is about no place, such as a file that cannot be read.
    public var location: SourceLocation?
    public var notes: [Note]

    public init(
        _ severity: Severity, _ code: String, _ message: String, at location: SourceLocation?,
        notes: [Note] = []
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.location = location
        self.notes = notes
    }
}
