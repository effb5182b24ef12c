import QuireSchema

/// Checks the size of the code for objects that are unfolded wherever others contain them.
struct UnfoldedSize {
    /// The size of the documents.
    var source: Int
    var modules: [ImportedModule]

    /// The size from which compiling takes about a minute.
    private static let slow = 3_000_000
    /// The greatest growth from a document to code.
    private static let growth = 20

    /// The outcome with a warning about much code, or without a schema if a small document becomes much code.
    func check(_ outcome: ImportOutcome) -> ImportOutcome {
        let bytes = outcome.generatedBytes
        guard outcome.text != nil, bytes > Self.slow, let first = modules.first else { return outcome }
        let isRefused = bytes / Self.growth > source
        let kind = isRefused ? "error" : "warning"
        let effect =
            isRefused
            ? ", \(bytes / max(1, source)) times the size of the document, so no schema is written"
            : ", which takes the compiler a minute or more"
        var checked = isRefused ? ImportOutcome(notes: outcome.notes) : outcome
        checked.notes.append(
            "\(first.location.path):1:1: \(kind): the objects with all that they contain become "
                + "\(bytes / 1_000_000) MB of Swift\(effect). Import fewer of them: --modules <names>. The largest: "
                + largest)
        return checked
    }

    private var largest: String {
        modules.map { ($0.name, $0.fields.unfoldedCount) }.sorted { $0.1 > $1.1 }.prefix(5).map {
            "\(quoted($0.0)) (\($0.1) fields)"
        }.joined(separator: ", ")
    }
}

extension [ImportedField] {
    /// The number of fields with those of objects.
    fileprivate var unfoldedCount: Int {
        reduce(0) { count, field in
            switch field.type {
            case .object(let members), .objects(let members): count + 1 + members.unfoldedCount
            default: count + 1
            }
        }
    }
}
