import QuireCore
import QuireRemote
import QuireText

/// Compiles a full-text search to the server's own, for an index that Quire did not prepare: its analyzers split the
/// texts, and it ranks the items.
///
/// ```json
/// {"multi_match":{"query":"jane aus","fields":["title^3","summary"],"type":"bool_prefix","operator":"and"}}
/// ```
struct NaturalText {
    let fields: [IndexedField]
    let index: ExistingIndex

    /// - Throws: `UnsupportedError` if the index has no analyzed text among the fields, or if parts of words are searched.
    func clause(_ search: TextSearch) throws(UnsupportedError) -> Clause {
        var names: [(path: String?, names: [String])] = []
        for field in fields {
            let natural = index.field(field)
            guard let textName = natural.textName else { continue }
            let name = "\(textName)^\(field.descriptor.searchWeight ?? 1)"
            if let position = names.firstIndex(where: { $0.path == natural.nested }) {
                names[position].names.append(name)
            } else {
                names.append((natural.nested, [name]))
            }
        }
        guard !names.isEmpty else {
            let searched = fields.map { "\"\($0.descriptor.name)\"" }.joined(separator: ", ")
            throw UnsupportedError(
                node: "search in \(searched)",
                hint: ExistingIndex.ways("the index \(index.name) analyzes none of these fields as text"))
        }
        return try Words(names: names, toleratesTypos: search.toleratesTypos).clause(search.query).distinct
    }

    private struct Words {
        /// The names of the item's own fields, and those of each path whose objects the index keeps apart: one object has
        /// the words.
        let names: [(path: String?, names: [String])]
        let toleratesTypos: Bool

        func clause(_ query: TextQuery) throws(UnsupportedError) -> Clause {
            switch query {
            case .all(let text, let matching): return try words(text, matching, isAll: true)
            case .any(let text, let matching): return try words(text, matching, isAll: false)
            case .none(let text, let matching): return .not(try words(text, matching, isAll: false))
            case .phrase(let text, let matching):
                return match(text, matching == .wholeWords ? "phrase" : "phrase_prefix")
            case .and(let parts):
                var clauses: [Clause] = []
                for part in parts { clauses.append(try clause(part)) }
                return .all(clauses)
            case .or(let parts):
                var clauses: [Clause] = []
                for part in parts { clauses.append(try clause(part)) }
                return .any(clauses)
            case .not(let part): return .not(try clause(part))
            }
        }

        private func words(
            _ text: String, _ matching: WordMatching, isAll: Bool
        ) throws(UnsupportedError) -> Clause {
            let connection = isAll ? "and" : "or"
            // Words may be in different fields.
            let across = match(text, "cross_fields", connection: connection)
            switch matching {
            case .wholeWords: return across
            case .lastWordAsPrefix: return .any([match(text, "bool_prefix", connection: connection), across])
            default:
                throw UnsupportedError(
                    node: "search(\"\(text)\")",
                    hint: ExistingIndex.ways(
                        "the index holds whole words; use matching: .lastWordAsPrefix or .wholeWords"))
            }
        }

        private func match(_ text: String, _ type: String, connection: String? = nil) -> Clause {
            .any(
                names.map { path, names in
                    var members: [JSONValue.Member] = [
                        .init("query", .string(text)), .init("fields", .texts(names)),
                        .init("type", .string(type)),
                    ]
                    if let connection { members.append(.init("operator", .string(connection))) }
                    if toleratesTypos, type == "bool_prefix" {
                        members.append(.init("fuzziness", .string("AUTO")))
                    }
                    let match = Clause.other(.of(["multi_match": .object(members)]))
                    return path.map { .nested($0, match) } ?? match
                })
        }
    }
}
