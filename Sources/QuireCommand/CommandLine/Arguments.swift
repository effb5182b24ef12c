import QuireSchema
import QuireShared
import QuireTerminal

/// The parsed arguments of a command.
struct Arguments {
    private(set) var values: [String: [String]] = [:]
    private(set) var flags: Set<String> = []
    /// The arguments without an option name.
    private(set) var operands: [String] = []

    /// Options take a value, as `--schema Schema` or `--schema=Schema`. Flags take none. Everything after `--` is an
    /// operand.
    ///
    /// - Parameter mayBeEmpty: The options that accept an empty value.
    init(
        _ arguments: [String], options: [String], flags flagNames: [String], mayBeEmpty: [String] = [],
        of command: String
    ) throws(UsageError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                return
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if flagNames.contains(name) {
                guard parts.count == 1 else {
                    throw UsageError("\(name) takes no value, but \(quoted(String(parts[1]))) was given")
                }
                flags.insert(name)
            } else if options.contains(name) {
                var value = parts.count == 2 ? String(parts[1]) : nil
                if value == nil, let next = rest.popFirst() {
                    if options.contains(next) || flagNames.contains(next) {
                        throw UsageError("\(name) needs a value, but the option \(next) follows it")
                    }
                    value = next
                }
                guard let value, !value.isEmpty || mayBeEmpty.contains(name) else {
                    throw UsageError("\(name) needs a value")
                }
                values[name, default: []].append(value)
            } else {
                let near = (options + flagNames).nearest(to: name)
                throw UsageError(
                    "unknown option \(quoted(argument))\(near.map { "; did you mean \(quoted($0))?" } ?? "; ")"
                        + "\(near == nil ? "" : " ")'quire \(command) --help' lists the options")
            }
        }
    }

    /// The options with a prefix, without it: `--beside-store` as `--store`.
    func removingPrefix(_ prefix: String) -> Arguments {
        var others = self
        others.values = [:]
        others.flags = []
        others.operands = []
        for (name, texts) in values where name.hasPrefix(prefix) {
            others.values["--" + name.dropFirst(prefix.count)] = texts
        }
        return others
    }

    /// The value of an option that may be given at most once.
    func single(_ name: String) throws(UsageError) -> String? {
        guard let all = values[name] else { return nil }
        if all.count > 1 { throw UsageError("\(name) was given \(all.count) times; give it once") }
        return all[0]
    }

    /// A whole number of an option.
    func number(_ name: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = try single(name) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError(
                "\(name) expects a whole number from \(range.lowerBound) to \(range.upperBound), not \(quoted(text))"
            )
        }
        return number
    }

    /// The level of `--access`, if given.
    func accessLevel() throws(UsageError) -> AccessLevel? {
        guard let name = try single("--access") else { return nil }
        if let level = AccessLevel(rawValue: name) { return level }
        throw UsageError(
            "unknown access level \(quoted(name))\(NearName.hint(for: name, among: ["internal", "package", "public"]))"
        )
    }

    /// Throws if options are given that would be ignored.
    ///
    /// - Parameter reason: The end of the message: `with --count`.
    func refuse(_ names: [String], _ reason: String) throws(UsageError) {
        for name in names where values[name] != nil || flags.contains(name) {
            throw UsageError("\(name) has no effect \(reason); remove it")
        }
    }
}

/// Invalid arguments of a command.
struct UsageError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}
