import Foundation
import QuireGenerator
import QuireSchema

/// `quire format`: writes schemas in their canonical form.
enum FormatCommand {
    static let help = """
        Write schema files in their canonical form.

        Usage: quire format [--check] [<file or folder> ...]
               quire format -

          --check  Write nothing; fail if a file is not in canonical form

        Keys get one order, and lists keep theirs. Modules and their fields are on lines of their own. What fits into 100
        columns is on one line. The content, with $comment and $schema, stays the same, so the generated code does too.
        Without a path, all files of the folder Schema are formatted. With '-', the schema is read from standard input
        and printed, for editors that format when they save.

        Exit codes: 0 all files are in canonical form, 1 a file is not JSON or cannot be written, or with --check is not
        in canonical form, 2 wrong usage.
        """

    static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
        let arguments = try Arguments(
            arguments, options: [], flags: ["--check", "--help", "-h"], of: "format")
        if arguments.flags.contains("--help") || arguments.flags.contains("-h") {
            printOrExit(help)
            return 0
        }
        if arguments.operands.contains("-") {
            guard arguments.operands.count == 1, !arguments.flags.contains("--check") else {
                throw UsageError("'-' formats standard input; use it without files and without --check")
            }
            return formatInput()
        }
        let paths =
            arguments.operands.isEmpty ? try SchemaPaths.standard("quire format <path>") : arguments.operands
        let (files, diagnostics) = documentPaths(paths)
        for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
        var isFine = diagnostics.isEmpty
        for path in files
        where !format(FormattedFile(path: path), isCheck: arguments.flags.contains("--check")) {
            isFine = false
        }
        return isFine ? 0 : 1
    }

    private static func format(_ file: FormattedFile, isCheck: Bool) -> Bool {
        switch file.state {
        case .unchanged: return true
        case .unreadable(let diagnostics):
            for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
            return false
        case .changed where isCheck:
            printError("\(file.path):1:1: error: not in canonical form; run 'quire format \(file.path)'")
            return false
        case .changed(let text):
            do {
                try file.write(text)
                printError("formatted \(file.path)")
                return true
            } catch let failure as FileFailure {
                printError("\(failure)")
            } catch {
                printError("\(file.path): error: cannot write: \(error.localizedDescription)")
            }
            return false
        }
    }

    private static func formatInput() -> Int32 {
        guard let bytes = FileSystem.read("/dev/stdin") else {
            printError("quire: error: standard input cannot be read")
            return 1
        }
        switch FormattedFile.state(of: bytes, path: "<standard input>") {
        case .unchanged: printJSONOrExit(withoutLineFeed(String(decoding: bytes, as: UTF8.self)))
        case .changed(let text): printJSONOrExit(withoutLineFeed(text))
        case .unreadable(let diagnostics):
            for diagnostic in diagnostics { diagnostic.lines.forEach(printError) }
            return 1
        }
        return 0
    }

    /// Printing adds a line feed at the end.
    private static func withoutLineFeed(_ text: String) -> String {
        text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// A schema file and its canonical text.
struct FormattedFile {
    /// What formatting a file would do.
    enum State {
        /// The file is in canonical form, or is no schema.
        case unchanged
        case changed(text: String)
        /// The file is not JSON, or cannot be read.
        case unreadable([Diagnostic])
    }

    let path: String

    /// Reads the file.
    var state: State {
        guard let bytes = FileSystem.read(path) else {
            return .unreadable([
                Diagnostic(
                    .error, DiagnosticCode.fileUnreadable.rawValue, message: "cannot read \(quoted(path))",
                    at: nil)
            ])
        }
        return Self.state(of: bytes, path: path)
    }

    static func state(of bytes: [UInt8], path: String) -> State {
        let document = JSONDocument(path: path, bytes: bytes)
        if document.isJSONSchema { return .unchanged }
        guard document.problemCount == 0, document.root.kind == .object else {
            let diagnostics = readSchema(documents: [SchemaDocument(path: path, bytes: bytes)]).diagnostics
            return .unreadable(diagnostics.filter { $0.severity == .error })
        }
        let text = CanonicalSchema(document).text
        return Array(text.utf8) == bytes ? .unchanged : .changed(text: text)
    }

    /// Replaces the file's content. Permissions stay, and a symbolic link stays a link.
    func write(_ text: String) throws {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let mode = try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
        try FileSystem.write(Array(text.utf8), to: target)
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: target) }
    }
}
