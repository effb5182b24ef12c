import QuireTerminal

/// A command that was called in a way that means nothing.
struct UsageError: Error {
    var message: String

    init(_ message: String) { self.message = message }
}

/// The arguments of a command, taken apart.
struct Arguments {
    private(set) var values: [String: [String]] = [:]
    private(set) var flags: Set<String> = []
    /// What stands without an option's name.
    private(set) var operands: [String] = []

    /// Options take a value, as `--schema Schema` or `--schema=Schema`; flags take none. After `--` all are operands.
    init(_ arguments: [String], options: [String], flags known: [String], of command: String)
        throws(UsageError)
    {
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
            if known.contains(name), parts.count == 1 {
                flags.insert(name)
            } else if options.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw UsageError("\(name) needs a value")
                }
                values[name, default: []].append(value)
            } else {
                let near = Suggestion.nearest(to: name, among: options + known)
                throw UsageError(
                    "unknown option '\(argument)'; \(near.map { "did you mean '\($0)'? " } ?? "")"
                        + "'quire \(command) --help' lists what there is")
            }
        }
    }

    /// The value of an option that may stand once.
    func single(_ name: String) throws(UsageError) -> String? {
        guard let all = values[name] else { return nil }
        if all.count > 1 { throw UsageError("\(name) was given \(all.count) times") }
        return all[0]
    }
}
