import QuireToolbox

/// An engine returned a different number of responses than it received requests, which is a bug in the engine.
public struct EngineAnswerError: Error, Sendable, Hashable, CustomStringConvertible {
    public var engine: String
    public var asked: Int
    public var answered: Int

    package init(engine: String, asked: Int, answered: Int) {
        self.engine = engine
        self.asked = asked
        self.answered = answered
    }

    public var description: String {
        PlainText.error(
            "\(engine) returned \(answered) responses to \(asked) requests",
            "This is a bug in the engine: report it to its author.")
    }
}
