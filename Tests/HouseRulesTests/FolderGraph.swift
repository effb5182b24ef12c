/// Which folders of a target use which, by the names of the types that their files declare, and of the members that
/// their extensions declare.
struct FolderGraph {
    /// A folder, and the folders that it uses.
    private var uses: [String: Set<String>] = [:]
    /// For a pair of folders, a type or member by which the first uses the second.
    private var reasons: [String: String] = [:]

    /// - Parameters:
    ///   - target: The name of a target.
    ///   - files: The files of all targets.
    ///   - members: The members that their extensions declare.
    init(target: String, files: [SourceFile], members: ExtensionMembers) {
        let files = files.filter { $0.target == target }
        var declared: [String: String] = [:]
        for file in files {
            for line in file.lines {
                guard let name = Self.declaredType(line) else { continue }
                declared[name] = declared[name] ?? file.folder
            }
        }
        for file in files {
            for line in file.code {
                for word in Self.typeNames(in: line) {
                    add(declared[word], to: file.folder, word)
                }
                for name in ExtensionMembers.usedNames(in: line) {
                    add(members.folder(of: name, in: target), to: file.folder, name)
                }
            }
        }
    }

    private mutating func add(_ used: String?, to folder: String, _ reason: String) {
        guard let used, used != folder else { return }
        uses[folder, default: []].insert(used)
        reasons["\(folder) \(used)"] = reason
    }

    /// The groups of folders that use each other in a cycle, sorted by name.
    var cycles: Set<Set<String>> {
        var groups: Set<Set<String>> = []
        let reached = uses.keys.reduce(into: [:]) { $0[$1] = reachable(from: $1) }
        for (folder, others) in reached where others.contains(folder) {
            groups.insert(Set(others.filter { reached[$0]?.contains(folder) ?? false }))
        }
        return groups
    }

    /// The uses inside a group, each with a type or member that shows it.
    func explanation(of group: Set<String>) -> String {
        group.sorted().flatMap { folder in
            (uses[folder] ?? []).intersection(group).sorted().map {
                "\(folder) uses \($0) (\(reasons["\(folder) \($0)"] ?? ""))"
            }
        }.joined(separator: ", ")
    }

    private func reachable(from start: String) -> Set<String> {
        var found: Set<String> = []
        var next = Array(uses[start] ?? [])
        while let folder = next.popLast() {
            if found.insert(folder).inserted { next += uses[folder] ?? [] }
        }
        return found
    }

    /// The type that a top-level line declares, unless it is private to its file.
    static func declaredType(_ line: Substring) -> String? {
        guard let first = line.utf8.first, !" }#/".utf8.contains(first) else { return nil }
        let words = Identifiers.declaration(in: line)
        guard let index = words.firstIndex(where: kinds.contains), index + 1 < words.count,
            words[..<index].allSatisfy(modifiers.contains)
        else { return nil }
        return words[index + 1]
    }

    private static let kinds: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let modifiers: Set<String> = [
        "public", "package", "internal", "final", "indirect", "nonisolated",
    ]

    /// The words that may name a type at the top level. A word after a dot names a member: `Scalar` in
    /// `Unicode.Scalar`. The condition of an `#if` names a trait or a platform, not a type.
    static func typeNames(in line: String) -> [String] {
        let text = line.drop { $0 == " " }
        guard !text.hasPrefix("#if "), !text.hasPrefix("#elseif ") else { return [] }
        return Identifiers.words(in: line[...]).filter { word in
            guard let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
                return false
            }
            return line.utf8[..<word.startIndex].last != UInt8(ascii: ".")
        }.map { String(Substring($0)) }
    }
}
