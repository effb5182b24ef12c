#if SQLite
import BookshopContent
import Foundation
import Quire
import QuireStore
import QuireTerminal

/// Builds a store from NDJSON files, with a progress bar on a terminal. Invalid lines are reported.
struct StoreBuilding: Sendable {
    let data: ShopFiles
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

    private func load(_ file: ShopFiles.File, into store: Store) async throws {
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

    private func report(_ summary: LoadSummary, of file: ShopFiles.File) throws {
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

/// Creates authors that are only named in books.
///
/// A file of books contains its authors' ids and names in two parallel lists. Each author becomes an item with a name,
/// so that `--author` finds the books.
enum NamedAuthors {
    private struct Line: Decodable {
        struct Values: Decodable {
            var authors: [String]?
            var authorNames: [String]?
        }
        var values: Values
    }

    /// One line of NDJSON for each author, in the order of their first book.
    static func lines(ofBooks books: Data) -> (ndjson: Data, count: Int) {
        let decoder = JSONDecoder()
        var names: [(id: String, name: String, books: Int)] = []
        var places: [String: Int] = [:]
        for bytes in books.split(separator: UInt8(ascii: "\n")) {
            // Invalid lines are reported when the books themselves are loaded.
            guard let values = try? decoder.decode(Line.self, from: Data(bytes)).values else { continue }
            guard let ids = values.authors, let written = values.authorNames, ids.count == written.count
            else { continue }
            for (id, name) in zip(ids, written) {
                if let place = places[id] {
                    names[place].books += 1
                } else {
                    places[id] = names.count
                    names.append((id, name, 1))
                }
            }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let lines = names.compactMap { author in
            try? encoder.encode(
                Item(id: author.id, name: author.name, values: .init(name: author.name, books: author.books)))
        }
        return (Data(lines.joined(separator: [UInt8(ascii: "\n")])), names.count)
    }

    private struct Item: Encodable {
        struct Values: Encodable {
            var name: String
            var books: Int
        }
        var id: String
        var name: String
        var values: Values
    }
}
#endif
