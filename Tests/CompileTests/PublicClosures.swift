import Foundation

/// The closures that users can pass to the libraries, found by reading the sources.
enum PublicClosures {
    /// The layers, and the shared code of the engines for servers.
    static let layers: Set<String> = [
        "QuireCluster", "QuireRemote", "QuireCore", "QuireEngine", "QuireHALO", "QuireHTTP", "QuireIndexing",
        "QuireSync",
        "QuireText", "QuireToolbox",
    ]

    static let libraries =
        layers.sorted() + [
            "QuireAlgolia", "QuireConformance", "QuireOpenSearch", "QuireSearch", "QuireServer",
            "QuirePocketBase", "QuireStore", "QuireTesting", "QuireTestingTraits", "QuireTypesense",
            "QuireViews",
        ]

    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Functions with a closure among their parameters, and closures that can be set, each as
    /// `ContentClient.batch(isolation:_:)`. Functions with the same name and labels appear once.
    static func names() throws -> Set<String> {
        let files = try libraries.flatMap(sources)
        var aliases: [String] = []
        for line in files.joined() {
            if let match = line.firstMatch(of: /public typealias (\w+) = .*->/) {
                aliases.append(String(match.1))
            }
        }
        return files.reduce(into: []) { $0.formUnion(names(in: $1, aliases)) }
    }

    /// The lines of a library's files, without comments.
    private static func sources(of library: String) throws -> [[Substring]] {
        let folder = root.appendingPathComponent("Sources/\(library)")
        let walker = FileManager.default.enumerator(atPath: folder.path)
        var files: [[Substring]] = []
        while let path = walker?.nextObject() as? String {
            guard path.hasSuffix(".swift") else { continue }
            let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
            files.append(
                text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { line in line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line })
        }
        return files
    }

    private static func names(in lines: [Substring], _ aliases: [String]) -> Set<String> {
        let function =
            /^ *(?:@\w+(?:\([^)]*\))? )*(public |open )?(?:[a-z]+(?:\(\w+\))? )*(?:func ([^ (<]+)|(init|subscript)\b)/
        let property = /^ *public (?:static )?var (\w+): [^{=]*->[^{]*$/
        var names: Set<String> = []
        for (index, line) in lines.enumerated() where !isUnavailable(index, lines) {
            if let match = line.firstMatch(of: property) {
                names.insert("\(owner(of: index, lines).name)\(match.1)")
            }
            guard let match = line.firstMatch(of: function) else { continue }
            let owner = owner(of: index, lines)
            guard match.1 != nil || owner.isPublicProtocol, let base = match.2 ?? match.3 else { continue }
            let parameters = parameters(from: line[match.range.upperBound...], lines[(index + 1)...])
            let takesClosure = parameters.contains { parameter in
                parameter.contains("->") || aliases.contains { parameter.contains(": @escaping \($0)") }
            }
            guard takesClosure else { continue }
            let labels = parameters.map { parameter in
                let words = parameter.split { " \n".contains($0) }.drop { $0.hasPrefix("@") }
                return (words.first?.prefix { $0 != ":" }).map { "\($0):" } ?? ""
            }
            names.insert("\(owner.name)\(base)(\(labels.joined()))")
        }
        return names
    }

    /// Whether attributes above the line make the declaration unavailable.
    private static func isUnavailable(_ index: Int, _ lines: [Substring]) -> Bool {
        for line in lines[..<index].reversed() {
            let trimmed = line.drop { $0 == " " }
            if trimmed.contains("unavailable") { return true }
            guard trimmed.hasPrefix("@") || trimmed.hasPrefix("message:") || trimmed == ")" else {
                return false
            }
        }
        return false
    }

    /// The types around a line, outermost first, with a point after each.
    private static func owner(of index: Int, _ lines: [Substring]) -> (name: String, isPublicProtocol: Bool) {
        var indentation = lines[index].prefix { $0 == " " }.count
        var names = ""
        var isPublicProtocol = false
        for line in lines[..<index].reversed() where !line.isEmpty && !line.hasPrefix("#") {
            let own = line.prefix { $0 == " " }.count
            guard own < indentation,
                let match = line.firstMatch(of: /\b(?:extension|struct|class|actor|enum|(protocol)) ([\w.]+)/)
            else { continue }
            if names.isEmpty { isPublicProtocol = match.1 != nil && line.contains("public ") }
            names = "\(match.2).\(names)"
            indentation = own
        }
        return (names, isPublicProtocol)
    }

    /// The parameters of a function, starting after its name.
    private static func parameters(from start: Substring, _ rest: ArraySlice<Substring>) -> [String] {
        var parameters = [""]
        var depth = 0
        var angles = 0
        var last: Character = " "
        for character in ([start] + rest.prefix(40)).joined(separator: "\n") {
            defer { last = character }
            if depth == 0 {
                if character == "<" { angles += 1 }
                if character == ">" { angles -= 1 }
                if character == "(", angles == 0 { depth = 1 }
                continue
            }
            switch character {
            case "(", "[", "{": depth += 1
            // Not the operator of `16 << 20`.
            case "<" where last.isLetter: depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where last != "-": depth -= 1
            case "," where depth == 1:
                parameters.append("")
                continue
            default: break
            }
            if depth == 0 { break }
            parameters[parameters.count - 1].append(character)
        }
        return parameters.filter { $0.contains(":") }
    }
}
