#if SQLite
import QuireCore
import QuireGenerator
import QuireStore
import QuireTerminal
import QuireText

/// The files that the server loads its items from.
struct ServedData {
    var files: DataFiles
    var modules: [ModuleDescriptor]

    /// Loads the files and reports every invalid line.
    func load(into store: Store, isQuiet: Bool) async throws {
        for file in files.files {
            var options = LoadOptions()
            options.onlyNewer = true
            options.requiresFields = false
            options.rejectedLimit = 20
            let summary = try await store.load(file.module, from: .file(file.path), options: options)
            for line in summary.rejected { printError(LineProblem(line).text(in: file.path)) }
            if let module = modules.first(where: { $0.name.isByteEqual(to: file.module) }) {
                for line in UnknownKeyNote.lines(summary.unknownKeys, in: file.path, of: module) {
                    printError(line)
                }
            }
            guard summary.rejectedCount == 0 else {
                throw DataFiles.Failure(
                    description:
                        "\(file.path): \(summary.rejectedCount) lines do not match the module \"\(file.module)\""
                )
            }
            guard !isQuiet else { continue }
            let kept = summary.skipped > 0 ? ", \(summary.skipped) in the store are newer" : ""
            printError("\(file.module): \(summary.inserted + summary.updated) items loaded\(kept)")
        }
    }
}
#endif
