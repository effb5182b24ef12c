import Foundation
import QuireCore
import QuireExplorer
import QuireSchema
import QuireText

/// The options of `quire query`.
struct QuerySettings: Sendable {
    /// The output format.
    enum Format: String, Sendable, CaseIterable { case table, json, ndjson }

    /// The kind of result.
    enum Task: Sendable { case page, all, count, explain }

    var engine: EngineOptions
    /// All modules of the schema.
    var modules: [ModuleDescriptor]
    var request: SearchRequest
    /// The fields to show. `nil` means all.
    var fields: [FieldDescriptor]?
    var task: Task
    var format: Format

    static let options =
        [
            "--schema", "--module", "--filter", "--filter-file", "--id", "--sort", "--search", "--words",
            "--fields",
            "--page", "--size", "--cursor", "--facets", "--fallback", "--meaning",
            "--format",
        ] + EngineOptions.names + EngineOptions.refused
    static let flags = ["--all", "--count", "--explain", "--missing", "--help", "-h"]

    init(
        _ arguments: Arguments, schema: DescribedSchema, environment: [String: String]
    ) throws(UsageError) {
        modules = schema.descriptors
        if let operand = arguments.operands.first {
            throw UsageError("unknown argument \(quoted(operand)); use --filter for a filter")
        }
        engine = try EngineOptions(
            arguments, among: EngineOptions.Kind.allCases, timeout: 30, environment: environment)
        guard let name = try arguments.single("--module") else {
            throw UsageError(
                "no --module was given; expected one of: \(modules.map(\.name).joined(separator: ", "))")
        }
        var clauses = try QueryArguments(of: try modules.named(name), in: schema)
        try clauses.addFilter(arguments)
        try clauses.add("--sort", arguments, to: .sort)
        try clauses.add("--fields", arguments, to: .fields)
        try clauses.add("--facets", arguments, to: .facets)
        request = clauses.request
        fields = clauses.fields
        if arguments.flags.contains("--missing") {
            guard !request.facets.isEmpty else {
                throw UsageError("--missing counts items without a value of the --facets, but there are none")
            }
            for index in request.facets.indices { request.facets[index].countsMissing = true }
        }
        request.ids = arguments.values["--id"]
        request.text = try arguments.single("--search").map {
            TextSearch(.all($0, matching: .lastWordAsPrefix))
        }
        request.text?.mode = try Self.mode(arguments)
        request.fallback = try arguments.number("--fallback", 1...1_000_000_000)
            .map { .clientSide(maxScanned: $0) }
        if let name = try arguments.single("--meaning") {
            guard let meaning = Meaning(rawValue: name) else {
                throw UsageError("unknown meaning \(quoted(name)); expected exact or engine")
            }
            request.meaning = meaning
        }
        task = try Self.task(arguments)
        if task == .count {
            // Order, columns and page do not affect a count, so they are allowed.
            try arguments.refuse(["--facets", "--format"], "with --count")
        }
        if task == .explain { try arguments.refuse(["--format"], "with --explain") }
        request.page = try Self.page(arguments, task)
        let format = try arguments.single("--format") ?? Format.table.rawValue
        guard let outputFormat = Format(rawValue: format) else {
            throw UsageError(
                "unknown format \(quoted(format))"
                    + NearName.hint(for: format, among: Format.allCases.map(\.rawValue)))
        }
        self.format = outputFormat
        if outputFormat == .ndjson {
            try arguments.refuse(["--facets"], "with --format ndjson, which prints items alone")
        }
    }

    private static func task(_ arguments: Arguments) throws(UsageError) -> Task {
        let flags = ["--all", "--count", "--explain"].filter(arguments.flags.contains)
        if flags.count > 1 {
            throw UsageError("\(flags[0]) and \(flags[1]) were both given: give one of them")
        }
        switch flags.first {
        case "--all":
            if arguments.values["--page"] != nil || arguments.values["--cursor"] != nil {
                throw UsageError("--all reads all pages and cannot be combined with --page or --cursor")
            }
            return .all
        case "--count": return .count
        case "--explain": return .explain
        default: return .page
        }
    }

    private static func mode(_ arguments: Arguments) throws(UsageError) -> MatchMode? {
        guard let name = try arguments.single("--words") else { return nil }
        guard arguments.values["--search"] != nil else {
            throw UsageError(
                "--words says which words of --search an item must have, but there is no --search")
        }
        switch name {
        case "any": return .anyWord
        case "all": return .allWords
        case "typed": return .asTyped
        case "meaning": return .meaning
        default: throw UsageError("unknown words \(quoted(name)); expected any, all, typed or meaning")
        }
    }

    private static func page(_ arguments: Arguments, _ task: Task) throws(UsageError) -> PageRequest {
        let size = try arguments.number("--size", 1...100_000) ?? (task == .all ? 100 : 20)
        let number = try arguments.number("--page", 1...1_000_000_000)
        guard let token = try arguments.single("--cursor") else { return .page(number ?? 1, size: size) }
        if number != nil { throw UsageError("--page and --cursor were both given: give one of them") }
        return .cursor(token.isEmpty ? nil : Cursor(token: token), limit: size)
    }
}

/// The options that hold clauses of a query in the text form, which the explorer reads and writes too.
struct QueryArguments {
    private var clauses: QueryClauses

    init(of module: ModuleDescriptor, in schema: DescribedSchema) throws(UsageError) {
        do {
            clauses = try QueryClauses(of: module.name, in: schema)
        } catch {
            throw UsageError("--module: \(error)")
        }
    }

    var request: SearchRequest { clauses.request }
    var fields: [FieldDescriptor]? { clauses.fields }

    /// Adds the texts of an option, which may be repeated.
    mutating func add(
        _ option: String, _ arguments: Arguments, to clause: QueryClauses.Clause
    ) throws(UsageError) {
        for text in arguments.values[option] ?? [] {
            try add(text, to: clause) { offset in "\(option), character \(offset + 1)" }
        }
    }

    /// Adds the filter of `--filter` or `--filter-file`.
    mutating func addFilter(_ arguments: Arguments) throws(UsageError) {
        let file = try arguments.single("--filter-file")
        if try arguments.single("--filter") != nil {
            if file != nil {
                throw UsageError("--filter and --filter-file were both given: give one of them")
            }
            return try add("--filter", arguments, to: .filter)
        }
        guard let file else { return }
        let (bytes, failure) = readFile(file == "-" ? "/dev/stdin" : file, atMost: JSONLimits.bytes)
        if let failure { throw UsageError("--filter-file: cannot read \(quoted(file)): \(failure)") }
        let text = String(decoding: bytes, as: UTF8.self)
        try add(text, to: .filter) { offset in
            let lines = text.utf16.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
            return "\(file):\(lines.count):\((lines.last?.count ?? 0) + 1)"
        }
    }

    private mutating func add(
        _ text: String, to clause: QueryClauses.Clause, _ place: (_ offset: Int) -> String
    ) throws(UsageError) {
        do throws(ExplorerError) {
            try clauses.add(text, to: clause)
        } catch {
            throw UsageError("\(place(error.range?.lowerBound ?? 0)): \(error.message)")
        }
    }
}
