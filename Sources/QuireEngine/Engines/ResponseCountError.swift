import QuireToolbox

/// An engine returned a different number of responses than it received requests, which is a bug in the engine.
public struct ResponseCountError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    public var requested: Int
    public var returned: Int

    package init(engine: String, requested: Int, returned: Int) {
        self.engine = engine
        self.requested = requested
        self.returned = returned
    }

    public var description: String {
        PlainText.error(
            "\(engine) returned \(returned) responses to \(requested) requests",
            "This is a bug in the engine: report it to its author.")
    }
}
