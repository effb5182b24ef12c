#if SQLite
import Quire

/// Whether a module of books names a popularity, and whether it has an index.
enum Popularity: CaseIterable {
    case none, indexed, unindexed

    /// Books with some searchable fields, and with the number of their votes.
    func books(_ texts: [FieldDescriptor] = titleAndNote) -> ModuleDescriptor {
        ModuleDescriptor(
            name: "books",
            ranking: self == .none ? RankingDescriptor() : RankingDescriptor(popularity: "votes"),
            fields: texts + [FieldDescriptor(name: "votes", kind: .integer, isSortable: self == .indexed)])
    }

    static let titleAndNote = [
        FieldDescriptor(name: "title", kind: .text, searchWeight: 10),
        FieldDescriptor(name: "note", kind: .text, searchWeight: 2),
    ]
}
#endif
