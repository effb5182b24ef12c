/// Colour, where it is wanted: on a terminal, unless `NO_COLOR` is set (https://no-color.org) or `TERM` is
/// `dumb`.
struct Style: Sendable, Equatable {
    let isOn: Bool

    init(isOn: Bool) { self.isOn = isOn }

    init(isTerminal: Bool, environment: [String: String]) {
        let refused = !(environment["NO_COLOR"] ?? "").isEmpty || environment["TERM"] == "dumb"
        isOn = isTerminal && !refused
    }

    func bold(_ text: String) -> String { wrap(text, "1") }
    /// What a search has found.
    func found(_ text: String) -> String { wrap(text, "1;4") }
    func dim(_ text: String) -> String { wrap(text, "2") }
    func accent(_ text: String) -> String { wrap(text, "36") }
    func warning(_ text: String) -> String { wrap(text, "33") }
    func failure(_ text: String) -> String { wrap(text, "31") }

    private func wrap(_ text: String, _ code: String) -> String {
        isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
