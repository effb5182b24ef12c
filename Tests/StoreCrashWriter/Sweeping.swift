#if SQLite
import Foundation
import Quire
import QuireStore

/// `sweep FOLDER SEED`: damages each page of a store's file and each frame of its log, and prints the check's result.
///
/// Only bytes that are not zero are damaged, as most zeros are unused space. Free pages, which hold no content, have lines
/// of their own.
///
/// Lines: a place and its outcome. `found`: the check reports it. `refused`: the check or the opening throws.
/// `harmless`: every response is unchanged. `earlier N`: the check finds nothing, and the content is exactly that of
/// an earlier moment. `MISSED`: the check finds nothing, and a response is wrong. At the end `done`.
enum Sweeping {
    private static let steps = 24
    private static let ledger = Ledger(seed: 77)

    static func run(_ arguments: Arguments) async throws {
        var generator = Randomness(seed: UInt64(arguments.number(0)) &+ 5)
        let path = arguments.file + "/sound.sqlite"
        let trial = arguments.file + "/trial.sqlite"
        let store = try await Store(.file(path), modules: [Things.module])
        for number in 0..<steps / 2 { try await store.carryOut(ledger.step(number)) }
        await store.close()
        let older = try StoredFiles(path)
        let open = try await Store(.file(path), modules: [Things.module])
        for number in steps / 2..<steps { try await open.carryOut(ledger.step(number)) }
        let withLog = try StoredFiles(path)
        await open.close()
        let whole = try StoredFiles(path)
        try whole.write(to: trial)
        say("unharmed: \(try await outcome(trial, whole))")

        let free = freePages(of: whole.content)
        for page in 0..<whole.content.count / 4_096 {
            let start = page * 4_096
            let filled = (start..<start + 4_096).filter { whole.content[$0] != 0 }
            guard !filled.isEmpty else { continue }
            guard !free.contains(page) else {
                var damaged = whole
                damaged.content[filled[generator.below(filled.count)]] ^= 0x10
                say("free page \(page): \(try await outcome(trial, damaged))")
                continue
            }
            for kind in 0..<4 {
                var damaged = whole
                let place = filled[generator.below(filled.count)]
                switch kind {
                case 0: damaged.content[place] ^= UInt8(1 << generator.below(8))
                case 1: damaged.content[place] ^= UInt8(1 + generator.below(255))
                case 2:
                    let from = min(place, start + 4_096 - 64)
                    damaged.content.replaceSubrange(from..<from + 64, with: Data(count: 64))
                default:
                    // Within a text, where nothing but the text changes.
                    let letters = filled.filter { (0x61...0x79).contains(damaged.content[$0]) }
                    guard !letters.isEmpty else { continue }
                    damaged.content[letters[generator.below(letters.count)]] += 1
                }
                say("page \(page) kind \(kind): \(try await outcome(trial, damaged))")
            }
        }
        guard let log = withLog.log else { return say("no log") }
        let frames = (log.count - 32) / 4_120
        say("frames \(frames)")
        for frame in 0..<frames {
            var cut = withLog
            cut.log = Data(log.prefix(32 + frame * 4_120))
            say("cut at frame \(frame): \(try await outcome(trial, cut))")
            var flipped = withLog
            flipped.log?[32 + frame * 4_120 + generator.below(4_120)] ^= 0x10
            say("flip in frame \(frame): \(try await outcome(trial, flipped))")
        }
        var dropped = withLog
        dropped.log = nil
        say("log dropped: \(try await outcome(trial, dropped))")
        var mixed = withLog
        mixed.content = older.content
        say("older file under the log: \(try await outcome(trial, mixed))")
        mixed.log = nil
        say("older file: \(try await outcome(trial, mixed))")
        say("done")
    }

    /// The pages that the file's header lists as free, counted from 0.
    private static func freePages(of content: Data) -> Set<Int> {
        func number(_ offset: Int) -> Int {
            (0..<4).reduce(0) { $0 << 8 | Int(content[offset + $1]) }
        }
        var pages: Set<Int> = []
        // Each trunk page names the next one, then the number of leaves, then the leaves.
        var trunk = number(32)
        while trunk > 0, pages.insert(trunk - 1).inserted {
            let start = (trunk - 1) * 4_096
            for leaf in 0..<number(start + 4) { pages.insert(number(start + 8 + 4 * leaf) - 1) }
            trunk = number(start)
        }
        return pages
    }

    private static func outcome(_ path: String, _ files: StoredFiles) async throws -> String {
        try files.write(to: path)
        let report: StoreCheckReport
        do { report = try await Store.check(.file(path)) } catch is StoreError { return "refused" }
        guard report.isSound else {
            return "found \(report.counts.keys.map(\.rawValue).sorted().joined(separator: ","))"
        }
        try files.write(to: path)
        do {
            return try await responses(of: try await Store(.file(path), modules: [Things.module]))
        } catch is StoreError {
            return "refused"
        }
    }

    /// The moment whose content all responses of a store agree with.
    private static func responses(of store: Store) async throws -> String {
        let moment: Int?
        do { moment = try await latestMoment(store) } catch {
            // The next trial replaces its files.
            await store.close()
            throw error
        }
        await store.close()
        return moment.map { $0 == steps ? "harmless" : "earlier \($0)" } ?? "MISSED"
    }

    private static func latestMoment(_ store: Store) async throws -> Int? {
        for moment in (0...steps).reversed() where try await isJust(store, moment) { return moment }
        return nil
    }

    /// Whether every kind of response has the content after this number of steps.
    private static func isJust(_ store: Store, _ moment: Int) async throws -> Bool {
        let versions = ledger.versions(after: moment)
        guard try await Stored.mistake(in: store, versions: versions) == nil,
            try await store.count(of: Things.module.name) == versions.count
        else { return false }
        let expected = versions.mapValues(Things.values)
        for number in 0..<7 {
            var request = SearchRequest(module: Things.module)
            request.filter = .leaf(.init(.equal, "tags", value: .string("t\(number)"), type: .string))
            let found = try await Stored.values(in: store, matching: request)
            guard Set(found.keys) == Set(versions.filter { $0.value % 7 == number }.keys) else {
                return false
            }
        }
        for (id, version) in versions {
            var request = SearchRequest(module: Things.module)
            request.filter = .leaf(.init(.equal, "n", value: .integer(Int64(version)), type: .number))
            guard try await Stored.values(in: store, matching: request)[id] == expected[id] else {
                return false
            }
        }
        var search = SearchRequest(module: Things.module)
        search.text = TextSearch(.any("all", matching: .wholeWords))
        guard try await Stored.values(in: store, matching: search).count == versions.count else {
            return false
        }
        return try await store.fullText.check().isEmpty
    }
}
#endif
