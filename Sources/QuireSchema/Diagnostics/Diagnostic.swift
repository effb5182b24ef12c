/// A message about a schema: what is wrong, where, and what to do.
public struct Diagnostic: Hashable, Sendable {
    /// Whether it prevents code generation.
    public enum Severity: String, Sendable {
        case error, warning
    }

    /// A second location that the message refers to.
    public struct Note: Hashable, Sendable {
        public var message: String
        public var location: SourceLocation

        public init(_ message: String, at location: SourceLocation) {
            self.message = message
            self.location = location
        }
    }

    public var severity: Severity
    /// A stable name, such as `unknown-key`. `DiagnosticCode` lists those of this module.
    public var code: String
    /// The message on one line. Text from the schema is already made printable.
    public var message: String
    /// `nil` if a diagnostic has no location, for example for a file that cannot be read.
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
