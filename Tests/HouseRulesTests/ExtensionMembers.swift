/// The members that extensions declare in one folder of one target and nobody else declares: wherever such a name
/// occurs as a member or a call, it means that folder.
///
/// Names of functions and properties count as written: `.placing` and `placing(`. An initializer counts with its
/// type and first label: `URL(besideSourceFile:`. Names that are declared twice, or that the standard library also
/// has, mean nothing here, so uses of those stay unseen.
struct ExtensionMembers {
    /// Where a name is declared, with whether a file's extension makes it visible to other files.
    private struct Place: Hashable {
        var target: String
        var folder: String
        var isVisibleMember: Bool
    }

    private var places: [String: Set<Place>] = [:]

    init(_ files: [SourceFile]) {
        for file in files {
            var scanner = MemberScanner()
            for line in file.code {
                for member in scanner.members(in: line) {
                    places[member.name, default: []].insert(
                        Place(
                            target: file.target, folder: file.folder, isVisibleMember: member.isVisible))
                }
            }
        }
    }

    /// The folder that a name means, in code of the target.
    func folder(of name: String, in target: String) -> String? {
        guard let found = places[name], found.count == 1, let place = found.first, place.isVisibleMember,
            place.target == target, !Self.standardNames.contains(name)
        else { return nil }
        return place.folder
    }

    /// Members of the standard library that extensions here declare too.
    private static let standardNames: Set<String> = ["max", "min"]

    /// The names in a line that may be members of an extension: `name` after a dot or before a parenthesis, and
    /// `Type(label:`.
    static func usedNames(in line: String) -> [String] {
        let words = Identifiers.words(in: line[...])
        let bytes = line.utf8
        return words.indices.flatMap { index -> [String] in
            let word = words[index]
            let next = bytes[word.endIndex...].first
            guard next == UInt8(ascii: "(") || bytes[..<word.startIndex].last == UInt8(ascii: ".") else {
                return []
            }
            let name = String(Substring(word))
            guard next == UInt8(ascii: "("), index + 1 < words.count else { return [name] }
            let label = words[index + 1]
            guard label.startIndex == bytes.index(after: word.endIndex),
                bytes[label.endIndex...].first == UInt8(ascii: ":")
            else { return [name] }
            return [name, "\(name)(\(Substring(label)):"]
        }
    }
}

/// Finds the declarations in a file, line by line.
struct MemberScanner {
    struct Member: Equatable {
        var name: String
        /// Whether it is a member of an extension that other files can use.
        var isVisible: Bool
    }

    /// The type whose declaration or extension the line is in.
    private var type = ""
    private var isInVisibleExtension = false

    /// The functions, properties, cases and labelled initializers that a line declares, local ones included.
    mutating func members(in line: String) -> [Member] {
        let words = Identifiers.declaration(in: line)
        let indentation = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
        if indentation == 0 { enter(words) }
        guard let index = words.firstIndex(where: Self.kinds.contains), index + 1 < words.count,
            words[..<index].allSatisfy(Self.modifiers.contains)
        else { return [] }
        let before = words[..<index]
        let isPrivate = !before.contains("set") && !before.allSatisfy { !Self.hidden.contains($0) }
        let isVisible = isInVisibleExtension && indentation == 4 && !isPrivate
        switch words[index] {
        case "case": return words[(index + 1)...].map { Member(name: $0, isVisible: false) }
        case "init":
            let label = words[index + 1]
            return label == "_" ? [] : [Member(name: "\(type)(\(label):", isVisible: isVisible)]
        default: return [Member(name: words[index + 1], isVisible: isVisible)]
        }
    }

    private mutating func enter(_ words: [String]) {
        guard let index = words.firstIndex(where: Self.containers.contains), index + 1 < words.count,
            words[..<index].allSatisfy(Self.modifiers.contains)
        else { return }
        type = words[index + 1]
        isInVisibleExtension =
            words[index] == "extension" && !words[..<index].contains(where: Self.hidden.contains)
    }

    private static let kinds: Set<String> = ["func", "var", "let", "case", "init"]
    private static let containers: Set<String> = [
        "extension", "struct", "class", "enum", "protocol", "actor",
    ]
    private static let hidden: Set<String> = ["private", "fileprivate"]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "private", "fileprivate", "set", "static", "final", "indirect",
        "lazy", "weak",
        "unowned", "override", "convenience", "required", "mutating", "nonmutating", "borrowing", "consuming",
        "nonisolated", "unsafe", "prefix", "postfix", "class", "open",
    ]
}
