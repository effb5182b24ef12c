import Quire

/// How the words of a search are combined.
struct SearchWay: Equatable, Sendable {
    enum Combination: String, CaseIterable, Sendable { case all, any, phrase }

    var combination: Combination = .all
    var matching: WordMatching = .lastWordAsPrefix

    init() {}

    init(_ arguments: ParsedArguments, for command: CommandDescription) throws(UsageError) {
        func one(of names: [String]) throws(UsageError) -> String? {
            let given = names.filter(arguments.has)
            guard given.count < 2 else {
                throw UsageError(
                    "--\(given[0]) and --\(given[1]) exclude each other: give one of them.",
                    command: command.name)
            }
            return given.first
        }
        combination = try one(of: ["any", "phrase"]).flatMap(Combination.init) ?? .all
        switch try one(of: ["whole", "parts"]) {
        case "whole": matching = .wholeWords
        case "parts": matching = .partsOfWords
        default: break
        }
    }

    /// Creates the query for words, and for words that exclude a book.
    func query(_ words: [String], without: [String]) -> TextQuery {
        let text = words.joined(separator: " ")
        let query: TextQuery =
            switch combination {
            case .all: .all(text, matching: matching)
            case .any: .any(text, matching: matching)
            case .phrase: .phrase(text, matching: matching)
            }
        guard !without.isEmpty else { return query }
        return query.and(.none(without.joined(separator: " "), matching: .wholeWords))
    }
}
