import Dispatch
import Foundation
import QuireSchema

/// A file or folder in a revision of the git repository that contains it. The working tree is not touched.
struct GitRevision {
    private let revision: String
    private let path: String
    /// The folder in which git runs: the path itself, or the closest folder above it that exists.
    private let folder: URL
    private let absolute: URL

    init(_ revision: String, of path: String) {
        self.revision = revision
        self.path = path
        // A linked folder belongs to the repository of its target.
        let absolute = Self.resolved(URL(filePath: path).standardizedFileURL)
        self.absolute = absolute
        var folder = absolute
        while !Self.isFolder(folder), folder.pathComponents.count > 1 { folder.deleteLastPathComponent() }
        self.folder = folder
    }

    /// The JSON documents of the file or folder, as `readSchema(paths:)` finds them in the file system.
    func documents() throws(SchemaOriginError) -> [SchemaDocument] {
        let root = try self.root()
        let commit = try self.commit()
        guard let relative = Self.path(of: absolute, in: root) else {
            throw SchemaOriginError(
                "\(quoted(path)) is outside the git repository \(quoted(root.path(percentEncoded: false)))")
        }
        let entries = try entries(of: commit, at: relative)
        let files = entries.filter { isDocument($0.path, in: relative) }
        if entries.isEmpty {
            throw SchemaOriginError(
                "the revision \(quoted(revision)) has no \(quoted(relative.isEmpty ? "." : relative)). "
                    + "If the schema had another path, add it: git:\(revision):PATH")
        }
        if files.isEmpty {
            throw SchemaOriginError(
                "\(quoted(relative)) has no file that ends in .json in the revision \(quoted(revision))")
        }
        var documents: [SchemaDocument] = []
        for file in files {
            let bytes = try git(["cat-file", "blob", file.object], "read \(quoted(file.path))")
            documents.append(SchemaDocument(path: "git:\(revision):\(file.path)", bytes: bytes))
        }
        return documents
    }

    private func root() throws(SchemaOriginError) -> URL {
        let run = try start(["rev-parse", "--show-toplevel"])
        guard run.code == 0 else {
            throw SchemaOriginError(
                "\(quoted(path)) is in no git repository that can be read\(run.reason). "
                    + "Compare with a folder instead: --against FOLDER")
        }
        var line = String(decoding: run.output, as: UTF8.self)
        if line.hasSuffix("\n") { line.removeLast() }
        return Self.resolved(URL(filePath: line, directoryHint: .isDirectory))
    }

    private func commit() throws(SchemaOriginError) -> String {
        let run = try start(["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"])
        let name = String(decoding: run.output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard run.code == 0, !name.isEmpty, name.allSatisfy(\.isHexDigit) else {
            throw SchemaOriginError(
                "the git repository has no revision \(quoted(revision)). "
                    + "Fetch it first (a shallow clone has only the newest one), or correct the name")
        }
        return name
    }

    /// The files at a path of a commit, and below it.
    private func entries(of commit: String, at path: String) throws(SchemaOriginError) -> [(
        path: String, object: String
    )] {
        let arguments =
            ["--literal-pathspecs", "ls-tree", "-r", "-z", "--full-tree", commit]
            + (path.isEmpty ? [] : ["--", path])
        var entries: [(path: String, object: String)] = []
        for line in try git(arguments, "list \(quoted(path))").split(separator: 0) {
            // `100644 blob 0f5a…<tab>Schema/books.json`
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { continue }
            let head = String(decoding: line[..<tab], as: UTF8.self).split(separator: " ")
            let name = String(decoding: line[line.index(after: tab)...], as: UTF8.self)
            // Links and submodules are no files.
            guard head.count == 3, head[0].hasPrefix("100") else { continue }
            entries.append((name, String(head[2])))
        }
        return entries
    }

    /// Whether a file is a document of the schema: it was named itself, or it is a JSON file that is not hidden.
    private func isDocument(_ file: String, in path: String) -> Bool {
        if file == path { return true }
        let rest = path.isEmpty ? file[...] : file.dropFirst(path.count + 1)
        return file.hasSuffix(".json") && !rest.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    private func git(_ arguments: [String], _ action: String) throws(SchemaOriginError) -> [UInt8] {
        let run = try start(arguments)
        guard run.code == 0 else { throw SchemaOriginError("git could not \(action)\(run.reason)") }
        return run.output
    }

    private func start(_ arguments: [String]) throws(SchemaOriginError) -> GitRun {
        try GitRun(arguments, in: folder)
    }

    // MARK: - Paths

    /// The path relative to the root, with slashes; `nil` if it is not below it.
    private static func path(of file: URL, in root: URL) -> String? {
        let (parts, above) = (components(file), components(root))
        guard parts.starts(with: above) else { return nil }
        return parts.dropFirst(above.count).joined(separator: "/")
    }

    private static func components(_ url: URL) -> [String] { url.pathComponents.filter { $0 != "/" } }

    /// The path without symbolic links, also if its last parts do not exist.
    private static func resolved(_ url: URL) -> URL {
        var existing = url
        var missing: [String] = []
        while !FileManager.default.fileExists(atPath: existing.path(percentEncoded: false)),
            existing.pathComponents.count > 1
        {
            missing.append(existing.lastPathComponent)
            existing.deleteLastPathComponent()
        }
        existing = existing.resolvingSymlinksInPath()
        for part in missing.reversed() { existing.append(path: part) }
        return existing
    }

    private static func isFolder(_ url: URL) -> Bool {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(
            atPath: url.path(percentEncoded: false), isDirectory: &isFolder)
        return exists && isFolder.boolValue
    }
}

/// A finished run of git.
struct GitRun {
    let code: Int32
    let output: [UInt8]
    private let errors: String

    /// Runs git in a folder. It reads the repository, and writes nothing.
    ///
    /// - Throws: `SchemaOriginError` if git cannot be started.
    init(_ arguments: [String], in folder: URL) throws(SchemaOriginError) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["git"] + arguments
        process.currentDirectoryURL = folder
        // A hook of git sets variables that would select its repository instead of the schema's.
        var environment = ProcessInfo.processInfo.environment
        for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] { environment[name] = nil }
        environment["LC_ALL"] = "C"
        environment["GIT_OPTIONAL_LOCKS"] = "0"
        environment["GIT_TERMINAL_PROMPT"] = "0"
        process.environment = environment
        let (output, errors) = (Pipe(), Pipe())
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        do { try process.run() } catch {
            throw SchemaOriginError(
                "git could not be started: \(error.localizedDescription). Install git, or, where a sandbox forbids it, "
                    + "compare with a folder: --against FOLDER")
        }
        // Both pipes are read at once, or git would block on the other.
        let messages = Messages()
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            messages.text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        self.output = Array(output.fileHandleForReading.readDataToEndOfFile())
        group.wait()
        process.waitUntilExit()
        code = process.terminationReason == .exit ? process.terminationStatus : -1
        self.errors = messages.text
        if code == 127, self.errors.contains("git") {
            throw SchemaOriginError(
                "git was not found. Install git, or compare with a folder: --against FOLDER")
        }
    }

    /// The first line of git's own message, after a colon.
    var reason: String {
        guard let line = errors.split(separator: "\n").first else { return "" }
        var text = line[...]
        for prefix in ["fatal: ", "error: "] where text.hasPrefix(prefix) {
            text = text.dropFirst(prefix.count)
        }
        return ": " + printableLine(String(text))
    }

    /// Unchecked, because it is written by one thread, and read after that thread has finished.
    private final class Messages: @unchecked Sendable {
        var text = ""
    }
}
