/// Which folders of a target use which, by the names of the types that their files declare.
struct FolderGraph {
    /// A folder, and the folders that it uses.
    private var uses: [String: Set<String>] = [:]
    /// For a pair of folders, a type by which the first uses the second.
    private var reasons: [String: String] = [:]

    /// - Parameter target: The name of a target in `Sources`.
    init(target: String) {
        let files = Repository.files(in: "Sources/\(target)").map { file in
            (folder: Self.folder(of: file.path), lines: file.lines, code: file.code.map(\.text))
        }
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
                    guard let folder = declared[word], folder != file.folder else { continue }
                    uses[file.folder, default: []].insert(folder)
                    reasons["\(file.folder) \(folder)"] = word
                }
            }
        }
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

    /// The uses inside a group, each with a type that shows it.
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

    /// The first folder below the target's own; the target's name for files outside of folders.
    private static func folder(of path: String) -> String {
        let parts = path.split(separator: "/")
        return String(parts.count > 3 ? parts[2] : parts[1])
    }

    /// The type that a top-level line declares, unless it is private to its file.
    static func declaredType(_ line: Substring) -> String? {
        guard let first = line.utf8.first, !" }#/".utf8.contains(first) else { return nil }
        // An attribute's arguments are not part of the declaration.
        let plain =
            first == UInt8(ascii: "@") ? String(line.replacing(/@\w+(\([^)]*\))? */, with: "")) : String(line)
        let words = identifiers(in: plain[...])
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
        return words(in: line[...]).filter { word in
            guard let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
                return false
            }
            return line.utf8[..<word.startIndex].last != UInt8(ascii: ".")
        }.map { String(Substring($0)) }
    }

    private static func identifiers(in line: Substring) -> [String] {
        words(in: line).map { String(Substring($0)) }
    }

    /// The words of a line that may be names. Uses bytes, which are much faster than characters here.
    private static func words(in line: Substring) -> [Substring.UTF8View] {
        line.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                false
            default: true
            }
        }
    }
}
