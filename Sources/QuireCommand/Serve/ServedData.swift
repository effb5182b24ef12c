#if SQLite
import QuireCore
import QuireGenerator
import QuireSchema
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
            guard let module = modules.first(where: { $0.name == file.module }) else {
                continue
            }
            var options = LoadOptions()
            options.onlyNewer = true
            options.rejectedLimit = 20
            let lines = try LoadedLines(
                file, module: module, options: ItemConversion.Options(), mostProblems: options.rejectedLimit)
            defer { lines.remove() }
            for note in lines.notes where !isQuiet { printError(note.text(in: file.path)) }
            let unreadable = lines.unreadable(after: .start)?.problems ?? []
            let summary = try await store.load(module.name, from: .file(lines.path), options: options)
            let rejected = summary.rejected.map { lines.located(LineProblem($0)) }
            for problem in unreadable + rejected { printError(problem.text(in: file.path)) }
            for line in UnknownKeyNote.lines(lines.located(summary.unknownKeys), in: file.path, of: module) {
                printError(line)
            }
            let count = unreadable.count + summary.rejectedCount
            guard count == 0 else {
                throw DataFiles.Failure(
                    description:
                        "\(file.path): \(Text.count(count, "item")) of \(quoted(module.name)) cannot be loaded. "
                        + "Correct the lines above, then start the server again."
                )
            }
            guard !isQuiet else { continue }
            let remark = summary.skipped > 0 ? ", \(summary.skipped) in the store are newer" : ""
            printError(
                "\(module.name): \(Text.count(summary.inserted + summary.updated, "item")) loaded\(remark)")
        }
    }
}
#endif
