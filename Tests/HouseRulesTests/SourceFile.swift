/// A file of a target, prepared for the rules about folders.
struct SourceFile: Sendable {
    var target: String
    /// The first folder below the target's own; the target's name for files outside of folders.
    var folder: String
    var lines: [Substring]
    /// The lines of code without comments and without the contents of literals, but with their indentation.
    var code: [String]

    init(_ file: Repository.File) {
        let parts = file.path.split(separator: "/")
        target = String(parts[1])
        folder = String(parts.count > 3 ? parts[2] : parts[1])
        let lines = file.lines
        self.lines = lines
        code = file.code.map { number, text in String(lines[number - 1].prefix { $0 == " " }) + text }
    }

    /// The files of all targets.
    static let all: [SourceFile] = Repository.files(in: "Sources").filter {
        $0.path.split(separator: "/").count > 2
    }
    .map(SourceFile.init)
}

/// Splits code into words. Uses bytes, which are much faster than characters here.
enum Identifiers {
    /// The words of a line that may be names.
    static func words(in line: Substring) -> [Substring.UTF8View] {
        line.utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
                false
            default: true
            }
        }
    }

    /// The words of a line that may declare something. An attribute's arguments are not part of the declaration.
    static func declaration(in line: some StringProtocol) -> [String] {
        let text =
            line.utf8.contains(UInt8(ascii: "@"))
            ? String(line).replacing(/@\w+(\([^)]*\))? */, with: "") : String(line)
        return words(in: text[...]).map { String(Substring($0)) }
    }
}
