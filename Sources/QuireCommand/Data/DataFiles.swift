import Foundation
import QuireGenerator
import QuireSchema
import QuireText

/// Data files, and the modules of their items.
struct DataFiles: Sendable {
    struct File: Sendable, Hashable {
        var path: String
        /// The module's wire name.
        var module: String
    }

    /// A problem with the files, as one line.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        /// The problem with `error:` and, if it has no file, the name of the program.
        var line: String { description.contains(": error: ") ? description : "quire: error: \(description)" }
    }

    private(set) var files: [File] = []

    /// Accepts files, and the data files of folders.
    ///
    /// - Parameters:
    ///   - modules: The names of the schema's modules.
    ///   - formerNames: The current names of renamed modules, by their former ones.
    ///   - module: The module of all files. Without it, each file is named after its module. Other files in a folder
    ///     are skipped with a warning.
    ///   - hint: An alternative to renaming a file, for the end of a sentence.
    init(
        paths: [String], modules: [String], formerNames: [String: String] = [:], module: String? = nil,
        hint: String = ""
    ) throws(Failure) {
        func named(_ name: String) -> String { formerNames[name] ?? name }
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Failure(description: "\(path): there is no such file or folder")
            }
            if isFolder.boolValue {
                try add(folder: path, modules: modules, module: module, named: named)
            } else {
                let name = named(module ?? Self.module(path))
                guard modules.contains(name) else {
                    throw Failure(
                        description:
                            "\(path): the schema has no module \(quoted(name)); a file is named after its module: "
                            + modules.sorted().map { "\($0).ndjson" }.joined(separator: ", ")
                            + hint)
                }
                files.append(File(path: path, module: name))
            }
        }
    }

    private mutating func add(
        folder: String, modules: [String], module: String?, named: (String) -> String
    ) throws(Failure) {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let endings = DataFormat.endings
        let names = entries.filter { name in endings.contains { name.lowercased().hasSuffix($0) } }.sorted()
        if names.isEmpty {
            throw Failure(
                description:
                    "\(folder): the folder has no file that ends in \(endings.joined(separator: ", ")); expected "
                    + modules.sorted().map { "\($0).ndjson" }.joined(separator: ", "))
        }
        let before = files.count
        for name in names {
            let file = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            let held = named(module ?? Self.module(name))
            if modules.contains(held) {
                files.append(File(path: file, module: held))
            } else {
                printError(
                    "quire: warning: \(file) is skipped: the schema has no module \(quoted(held))"
                        + NearName.meant(held, among: modules))
            }
        }
        if files.count == before {
            throw Failure(
                description: "\(folder): none of its files is named after a module; expected "
                    + modules.sorted().map { "\($0).ndjson" }.joined(separator: ", "))
        }
    }

    private static func module(_ path: String) -> String { DataFormat.moduleName(of: path) }
}

/// The format of a data file.
enum DataFormat: Sendable, Hashable {
    /// One JSON value per line: NDJSON, also called JSON Lines.
    case lines
    /// A JSON array of items, or JSON values in sequence, over any number of lines.
    case document
    /// Rows of cells: CSV, TSV, or with semicolons.
    case cells(CellLayout)

    /// The endings of the files that are taken from a folder.
    static let endings = [".ndjson", ".jsonl", ".json", ".geojson", ".csv", ".tsv"]

    /// A file's name without its folders and its ending, which names its module. Some file systems take names apart.
    static func moduleName(of path: String) -> String {
        let name = (path.split(separator: "/").last.map(String.init) ?? path)
            .precomposedStringWithCanonicalMapping
        let lowercased = name.lowercased()
        func dropping(_ endings: [String]) -> String? {
            endings.first { lowercased.hasSuffix($0) && name.utf8.count > $0.utf8.count }
                .map { String(name.dropLast($0.count)) }
        }
        // "books.csv.gz" holds books.
        return dropping(endings + [".tab", ".txt"]) ?? dropping(ForeignFormat.endings).map(moduleName) ?? name
    }

    /// Detects the format from the file's ending and its first bytes.
    ///
    /// - Parameter head: The first bytes of the file, without a byte order mark.
    init(path: String, head: [UInt8]) {
        let name = path.lowercased()
        let isTabbed = name.hasSuffix(".tsv") || name.hasSuffix(".tab")
        let first = head.first { $0 > 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let isNamedJSON = [".json", ".geojson", ".ndjson", ".jsonl"].contains { name.hasSuffix($0) }
        guard isNamedJSON || isJSON && !isTabbed && !name.hasSuffix(".csv") else {
            self = .cells(CellLayout(head: head, isTabbed: isTabbed))
            return
        }
        if first == UInt8(ascii: "[") {
            self = .document
        } else if name.hasSuffix("json"), !name.hasSuffix(".ndjson"), first == UInt8(ascii: "{"),
            !Self.firstLineIsWhole(head)
        {
            self = .document
        } else {
            self = .lines
        }
    }

    /// Whether the first line is a complete JSON value, and ends within the head.
    private static func firstLineIsWhole(_ head: [UInt8]) -> Bool {
        let lines = head.split(separator: 0x0A, omittingEmptySubsequences: true)
        guard let line = lines.first(where: { $0.contains { $0 > 0x20 } }) else { return true }
        return Array(line).withUnsafeBytes { (try? DataValue(parsing: $0)) != nil }
    }
}
