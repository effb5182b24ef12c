#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireStore
import QuireTerminal

/// Builds a store from NDJSON files, with a progress bar on a terminal. Invalid lines are reported.
struct StoreBuilding: Sendable {
    let data: DataFiles
    let file: StoreFile
    let errors: Output

    /// The maximum number of rejected lines to show per file. All are counted.
    private static let shownRejections = 10

    func run() async throws {
        try file.checkIsOurs()
        let building = file.building
        StoreFile.remove(building)
        do {
            let store = try await Store(.file(building.path), schema: ContentSchema.self)
            for file in data.files { try await load(file, into: store) }
            if !data.files.contains(where: { $0.module == Authors.descriptor.name }) {
                try await loadNamedAuthors(into: store)
            }
            await store.close()
            try file.takePlace()
        } catch {
            StoreFile.remove(building)
            throw error
        }
    }

    private func load(_ file: DataFiles.File, into store: Store) async throws {
        var options = LoadOptions()
        options.batchSize = 2_000
        options.rejectedLimit = Self.shownRejections
        let summary = try await showingProgress("Loading \(file.module)") { [options] bar in
            try await store.load(file.module, from: .file(file.url.path), options: options) { progress in
                bar.show(progress.fraction)
            }
        }
        try report(summary, of: file)
    }

    private func showingProgress(
        _ label: String, _ work: (ProgressBar) async throws -> LoadSummary
    ) async throws -> LoadSummary {
        let bar = ProgressBar(label, on: errors)
        // Remove the bar before anything is reported.
        defer { bar.finish() }
        bar.show(0)
        return try await work(bar)
    }

    /// Creates authors from the names in the books, unless a file contains authors.
    private func loadNamedAuthors(into store: Store) async throws {
        for file in data.files where file.module == Books.descriptor.name {
            let authors = NamedAuthors.lines(ofBooks: try Data(contentsOf: file.url))
            guard authors.count > 0 else { continue }
            try await store.load(Authors.self, from: .data(authors.ndjson))
            try errors.line(
                "\(file.url.lastPathComponent): there is no file of authors; "
                    + "\(Text.count(authors.count, "author")) created from the books, by name only.")
        }
    }

    private func report(_ summary: LoadSummary, of file: DataFiles.File) throws {
        let name = file.url.lastPathComponent
        if let module = ContentSchema.modules.first(where: { $0.name == file.module }) {
            for key in summary.unknownKeys.prefix(Self.shownRejections) {
                let sentence = UnknownKeyNote.sentence(key, module)
                try errors.styled(errors.style.warning("\(name):\(key.firstLine): \(sentence)"))
            }
        }
        guard summary.rejectedCount > 0 else { return }
        for rejected in summary.rejected {
            let error = rejected.error
            let item = error.id.map { " of '\($0)'" } ?? ""
            let place = error.path.isEmpty ? "the line" : error.path
            try errors.styled(
                errors.style.warning(
                    "\(name):\(rejected.line): \(place)\(item) should be \(error.expected), found \(error.found)"
                ))
        }
        let hidden = summary.rejectedCount - summary.rejected.count
        let more = hidden > 0 ? " (\(Text.count(hidden)) not shown)" : ""
        try errors.line("\(name): \(Text.count(summary.rejectedCount, "line")) skipped\(more).")
    }
}
#endif
