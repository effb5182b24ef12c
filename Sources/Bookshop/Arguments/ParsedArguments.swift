import QuireTerminal

/// The arguments after a command, split into options and operands but not interpreted.
struct ParsedArguments: Equatable {
    /// The values of each option in order. A switch has one empty value.
    private(set) var values: [String: [String]] = [:]
    /// The arguments without a name.
    private(set) var operands: [String] = []

    /// Splits the arguments of a command.
    ///
    /// `--name value`, `--name=value`; `--` ends the options.
    ///
    /// - Throws: `UsageError` for an unknown option, a missing or unexpected value, or a repeated option.
    init(_ arguments: [String], for command: CommandDescription) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            if argument == "-h" {
                values["help"] = [""]
                continue
            }
            guard argument.hasPrefix("-"), argument.count > 1 else {
                operands.append(argument)
                continue
            }
            guard argument.hasPrefix("--") else {
                throw UsageError(
                    "Unknown option '\(argument)': options start with two dashes.", command: command.name)
            }
            let parts = argument.dropFirst(2).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let option = try Self.option(named: String(parts[0]), of: command)
            let attached = parts.count > 1 ? String(parts[1]) : nil
            try add(
                Self.value(of: option, attached: attached, rest: &rest, command: command), to: option, command
            )
        }
        if let extra = operands.first, command.operand == nil {
            throw UsageError(
                "Unexpected argument '\(extra)': '\(command.name)' takes options only.", command: command.name
            )
        }
    }

    /// The value of an option that may be given at most once.
    func value(of name: String) -> String? { values[name]?.first }

    func has(_ name: String) -> Bool { values[name] != nil }

    /// The options whose names begin with a prefix, without it.
    func removingPrefix(_ prefix: String) -> ParsedArguments {
        var arguments = self
        arguments.operands = []
        arguments.values = [:]
        for (name, texts) in values where name.hasPrefix(prefix) {
            arguments.values[String(name.dropFirst(prefix.count))] = texts
        }
        return arguments
    }

    private mutating func add(
        _ value: String, to option: OptionDescription, _ command: CommandDescription
    ) throws(UsageError) {
        if !option.repeats, option.value != nil, values[option.name] != nil {
            throw UsageError("--\(option.name) was given twice; give it once.", command: command.name)
        }
        if option.value == nil {
            values[option.name] = [""]
        } else {
            values[option.name, default: []].append(value)
        }
    }

    private static func option(
        named name: String, of command: CommandDescription
    ) throws(UsageError) -> OptionDescription {
        if let option = command.allOptions.first(where: { $0.name == name }) { return option }
        let hint = Text.didYouMean(name, among: command.allOptions.map(\.name))
            .replacing("'", with: "'--", maxReplacements: 1)
        throw UsageError("Unknown option '--\(name)' for '\(command.name)'.\(hint)", command: command.name)
    }

    private static func value(
        of option: OptionDescription, attached: String?, rest: inout ArraySlice<String>,
        command: CommandDescription
    ) throws(UsageError) -> String {
        guard let placeholder = option.value else {
            if let attached {
                throw UsageError(
                    "--\(option.name) takes no value, but got '\(attached)'.", command: command.name)
            }
            return ""
        }
        if let attached { return attached }
        // A value may begin with a dash (years BCE do), but not with two.
        guard let next = rest.first, !next.hasPrefix("--") else {
            throw UsageError(
                "--\(option.name) needs a value: --\(option.name) \(placeholder).", command: command.name)
        }
        rest.removeFirst()
        return next
    }
}

/// A mistake in the arguments. It prints a message and exits with code 2.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// The mistake and what was expected.
    var message: String
    /// The command, for the hint to its help. `nil` if it was not recognised.
    var command: String?

    init(_ message: String, command: String? = nil) {
        self.message = message
        self.command = command
    }

    var description: String {
        let help = command.map { "bookshop \($0) --help" } ?? "bookshop --help"
        return "\(message)\nSee '\(help)'."
    }
}

/// A failure while running a command. The exit code is 1.
struct BookshopError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
