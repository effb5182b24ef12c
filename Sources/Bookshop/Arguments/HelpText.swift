/// The help of the program and of its commands.
enum HelpText {
    /// The output of `bookshop --help`.
    static func program(_ commands: [CommandDescription]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        let lines = commands.map { command in
            "  \(padded(command.name, to: width))  \(command.summary)"
        }
        return """
            Typed queries over a shop of books: the demo of Quire.

            Usage: bookshop [COMMAND] [OPTIONS]

            Commands:
            \(lines.joined(separator: "\n"))

            Without a command, bookshop shows the tour. 'bookshop COMMAND --help' has the options of each.

            Options of every command:
            \(options(CommandDescription.common))
            """
    }

    /// The output of `bookshop COMMAND --help`.
    static func command(_ command: CommandDescription) -> String {
        var parts = [command.summary]
        if !command.discussion.isEmpty { parts.append(command.discussion) }
        let operand = command.operand.map { " \($0)" } ?? ""
        parts.append("Usage: bookshop \(command.name)\(operand) [OPTIONS]")
        if !command.options.isEmpty { parts.append("Options:\n" + options(command.options)) }
        parts.append("Options of every command:\n" + options(CommandDescription.common))
        if !command.examples.isEmpty {
            parts.append("Examples:\n" + command.examples.map { "  \($0)" }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    private static func options(_ options: [OptionDescription]) -> String {
        let names = options.map { option in "--\(option.name)" + (option.value.map { " \($0)" } ?? "") }
        let width = min(names.map(\.count).max() ?? 0, 24)
        return zip(names, options).map { name, option in
            let help = option.help + (option.repeats ? " Repeatable." : "")
            let lines = wrapped(help, to: 76 - width)
            let head = "  \(padded(name, to: width))  \(lines[0])"
            let indent = String(repeating: " ", count: width + 4)
            return ([head] + lines.dropFirst().map { indent + $0 }).joined(separator: "\n")
        }
        .joined(separator: "\n")
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Breaks a text at its spaces.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            if lines[lines.count - 1].isEmpty {
                lines[lines.count - 1] = String(word)
            } else if lines[lines.count - 1].count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
