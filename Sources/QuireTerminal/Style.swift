import QuireToolbox

/// Colours, if they are wanted: on a terminal, unless `NO_COLOR` is set (https://no-color.org) or `TERM` is
/// `dumb`.
package struct Style: Sendable, Equatable {
    package let isOn: Bool

    package init(isOn: Bool) { self.isOn = isOn }

    package init(isTerminal: Bool, environment: [String: String]) {
        let refused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        isOn = isTerminal && !refused
    }

    package func bold(_ text: String) -> String { wrap(text, "1") }
    /// The style of search highlights.
    package func found(_ text: String) -> String { wrap(text, "1;4") }
    package func dim(_ text: String) -> String { wrap(text, "2") }
    package func accent(_ text: String) -> String { wrap(text, "36") }
    package func warning(_ text: String) -> String { wrap(text, "33") }
    package func failure(_ text: String) -> String { wrap(text, "31") }

    private func wrap(_ text: String, _ code: String) -> String {
        let text = PlainText.oneLine(text)
        return isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
