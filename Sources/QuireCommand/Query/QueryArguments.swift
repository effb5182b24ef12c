import Foundation
import QuireCore
import QuireExplorer
import QuireSchema

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
