import QuireCore
import QuireEngine
import QuireRemote

/// Compares what the server stored with what it was sent. PocketBase ignores unknown and hidden fields, and changes values
/// that do not fit, all with status 200.
enum EchoCheck {
    /// The fields whose value the server did not store as it was sent.
    ///
    /// - Parameter isNew: Whether the write created the record. Then a field without a value may be missing from the
    ///   response: it is empty even if the server hides it.
    static func problems(
        _ sent: JSONValue?, _ record: JSONValue, of layout: CollectionLayout, isNew: Bool
    ) -> [WriteError.Field] {
        let columns = Set(layout.columns(for: nil))
        return (sent?.members ?? []).compactMap { member in
            guard columns.contains(member.name) else { return nil }
            let field = layout.fields.first { $0.column == member.name }
            if field?.storage == .file || field?.storage == .files { return nil }
            var problem = WriteError.Field(
                name: field?.descriptor.name ?? member.name, code: WriteError.Field.notWritten)
            guard let stored = record[member.name] else {
                if isNew, let field, member.value == RecordWriter.empty(field.storage) { return nil }
                problem.message =
                    "the server ignored the value: the collection has no such field, or hides it"
                return problem
            }
            if isAlike(member.value, stored) { return nil }
            problem.message = "the server stored \(stored.shownShort) instead of \(member.value.shownShort)"
            return problem
        }
    }

    private static func isAlike(_ sent: JSONValue, _ stored: JSONValue) -> Bool {
        switch (sent, stored) {
        case (.integer, .number), (.number, .integer), (.number, .number): return sent.double == stored.double
        case (.string(let one), .string(let other)):
            return one.isByteEqual(to: other)
        case (.string(let text), _):
            // A text in a JSON field is sent as JSON.
            return (try? JSONValue(parsing: text.data(using: .utf8) ?? .init())) == stored
        case (.array(let one), .array(let other)):
            return one.count == other.count && zip(one, other).allSatisfy(isAlike)
        case (.object(let one), .object(let other)):
            return one.count == other.count
                && one.allSatisfy { member in stored[member.name].map { isAlike(member.value, $0) } ?? false }
        default: return sent == stored
        }
    }
}

extension WriteError.Field {
    /// The code of a value that the server silently ignored or changed. The other values were stored.
    static let notWritten = "fieldNotWritten"
}
