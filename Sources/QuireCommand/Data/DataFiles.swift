import Foundation
import QuireGenerator
import QuireSchema
import QuireText

/// Files of lines, one item on each, with the modules that they hold.
struct DataFiles: Sendable {
    struct File: Sendable, Hashable {
        var path: String
        /// The module's wire name.
        var module: String
    }

    /// What is wrong with the files, as one line.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    private(set) var files: [File] = []

    /// Files, and the `.ndjson` files of folders.
    ///
    /// - Parameters:
    ///   - modules: The names of the schema's modules.
    ///   - module: What all files hold; without it each file is named after its module, and those of a folder that are
    ///     named after none are passed over with a warning.
    ///   - hint: What else may be done about a file that is named after none, for the end of a sentence.
    init(paths: [String], modules: [String], module: String? = nil, hint: String = "") throws(Failure) {
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Failure(description: "\(path): there is no such file or folder")
            }
            if isFolder.boolValue {
                try add(folder: path, modules, module)
            } else {
                let name = module ?? Self.module(path)
                guard modules.contains(where: { $0.isByteEqual(to: name) }) else {
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

    private mutating func add(folder: String, _ modules: [String], _ module: String?) throws(Failure) {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let names = entries.filter { $0.hasSuffix(".ndjson") }.sorted()
        if names.isEmpty {
            throw Failure(
                description: "\(folder): the folder has no file that ends in .ndjson; expected "
                    + modules.sorted().map { "\($0).ndjson" }.joined(separator: ", "))
        }
        let before = files.count
        for name in names {
            let file = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            let held = module ?? Self.module(name)
            if modules.contains(where: { $0.isByteEqual(to: held) }) {
                files.append(File(path: file, module: held))
            } else {
                printError(
                    "quire: warning: \(file) is passed over: the schema has no module \(quoted(held))"
                        + NearName.meant(held, among: modules))
            }
        }
        if files.count == before {
            throw Failure(
                description: "\(folder): none of its files is named after a module; expected "
                    + modules.sorted().map { "\($0).ndjson" }.joined(separator: ", "))
        }
    }

    private static func module(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(".ndjson") ? String(name.dropLast(".ndjson".count)) : name
    }
}
