import Quire
import QuireTerminal

/// A label and its value. `nil` if there is no value.
struct Detail: Equatable, Sendable {
    var label: String
    var text: String

    init?(_ label: String, _ text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self.label = label
        self.text = PlainText.oneLine(text)
    }
}
