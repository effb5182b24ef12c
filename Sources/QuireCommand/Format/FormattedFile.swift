import Foundation
import QuireGenerator
import QuireSchema

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
                    .error, DiagnosticCode.fileUnreadable.rawValue, "cannot read \(quoted(path))", at: nil)
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
