#if SQLite
import Foundation
import Quire
import QuireGenerator
import QuireServer
import QuireStore

/// The files that a server's items are loaded from.
struct ServedData {
    /// A file of lines with the module that it is named after.
    struct File {
        var path: String
        var module: String
    }

    /// What is wrong with the files, as one line.
    struct Failure: Error {
        var message: String
    }

    var files: [File] = []

    init(paths: [String], modules: [ServedModule]) throws(Failure) {
        let names = Set(modules.map(\.descriptor.name))
        for path in paths {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
                throw Failure(message: "\(path): there is no such file or folder")
            }
            guard isFolder.boolValue else {
                let module = Self.module(path)
                guard names.contains(module) else {
                    throw Failure(
                        message:
                            "\(path): the schema has no module \"\(module)\"; a file is named after its module: "
                            + names.sorted().map { "\($0).ndjson" }.joined(separator: ", "))
                }
                files.append(File(path: path, module: module))
                continue
            }
            let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
            for name in entries.sorted() where name.hasSuffix(".ndjson") {
                let file = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
                if names.contains(Self.module(name)) {
                    files.append(File(path: file, module: Self.module(name)))
                } else {
                    printError(
                        "quire: warning: \(file) is passed over: the schema has no module \"\(Self.module(name))\""
                    )
                }
            }
        }
    }

    private static func module(_ path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(".ndjson") ? String(name.dropLast(".ndjson".count)) : name
    }

    /// Loads the files; every line that does not fit is named.
    func load(into store: Store, isQuiet: Bool) async throws {
        for file in files {
            var options = LoadOptions()
            options.onlyNewer = true
            options.requiresFields = false
            options.rejectedLimit = 20
            let summary = try await store.load(file.module, from: .file(file.path), options: options)
            for line in summary.rejected {
                let place = line.error.path.isEmpty ? "" : "\(line.error.path): "
                printError(
                    "\(file.path):\(line.line):1: error: \(place)expected \(line.error.expected), found \(line.error.found)"
                )
            }
            guard summary.rejectedCount == 0 else {
                throw Failure(
                    message:
                        "\(file.path): \(summary.rejectedCount) lines do not fit the module \"\(file.module)\""
                )
            }
            guard !isQuiet else { continue }
            let kept = summary.skipped > 0 ? ", \(summary.skipped) in the store are newer" : ""
            printError("\(file.module): \(summary.inserted + summary.updated) items loaded\(kept)")
        }
    }
}
#endif
