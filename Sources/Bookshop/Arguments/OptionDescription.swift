/// An option of a command, as its help shows it.
struct OptionDescription: Sendable {
    /// The name without its dashes.
    let name: String
    /// What its value is called in the help; `nil` for a switch.
    let value: String?
    let help: String
    /// Whether it may be given more than once.
    let repeats: Bool

    init(_ name: String, _ value: String? = nil, repeats: Bool = false, help: String) {
        self.name = name
        self.value = value
        self.help = help
        self.repeats = repeats
    }
}
