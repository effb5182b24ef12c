/// An option of a command, for its help.
struct OptionDescription: Sendable {
    /// The name without its dashes.
    let name: String
    /// The name of its value in the help. `nil` for a switch.
    let value: String?
    let help: String
    /// Whether it may be repeated.
    let repeats: Bool

    init(_ name: String, _ value: String? = nil, repeats: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
    }
}
