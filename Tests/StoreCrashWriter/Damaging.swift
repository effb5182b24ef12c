#if SQLite
import Foundation
import Quire
import QuireStore

/// `damage FOLDER SEED ROUNDS`: damages copies of a store's file, each in another way, and uses them.
///
/// Lines: `round N DAMAGE` before each round, so that a crash can be identified; then `unharmed` if nothing was
/// detected, `refused CODE WHEN` if the store reported it, or `wrong TEXT` if the store misbehaved. At the end
/// `done`.
enum Damaging {
    static func run(_ arguments: Arguments) async throws {
        let originals = try await originals(arguments.file + "/original.sqlite")
        let victim = arguments.file + "/victim.sqlite"
        for round in 0..<arguments.number(1) {
            var generator = Randomness(seed: UInt64(arguments.number(0) + round))
            var files = originals[generator.below(originals.count)]
            let damage = Damage.allCases[generator.below(Damage.allCases.count)]
            say("round \(round) \(damage)\(files.log == nil ? "" : " beside a journal")")
            damage.apply(to: &files, &generator)
            try files.write(to: victim)
            say(await outcome(victim, files))
        }
        say("done")
    }

    /// A store's file on disk: once closed, and once open with its pending log.
    private static func originals(_ path: String) async throws -> [StoredFiles] {
        let store = try await Store(.file(path), modules: [Things.module])
        let ledger = Ledger(seed: 5)
        for number in 0..<12 { try await store.carryOut(ledger.step(number)) }
        await store.close()
        let closed = try StoredFiles(path)
        let again = try await Store(.file(path), modules: [Things.module])
        for number in 12..<20 { try await again.carryOut(ledger.step(number)) }
        let open = try StoredFiles(path)
        await again.close()
        return [closed, open]
    }

    private static func outcome(_ path: String, _ files: StoredFiles) async -> String {
        let store: Store
        do {
            store = try await Store(.file(path), modules: [Things.module])
        } catch {
            // A file that could not be opened is unchanged.
            let isSame = (try? StoredFiles(path)) == files
            return isSame ? said(of: error, "opening") : "wrong the file was changed: \(error)"
        }
        var outcome = "unharmed"
        do {
            try await use(store)
        } catch let error as Stored.UnreadablePage {
            outcome = "refused unreadable using: \(error.text)"
        } catch {
            outcome = said(of: error, "using")
        }
        await store.close()
        return outcome
    }

    private static func use(_ store: Store) async throws {
        _ = try await store.count(of: Things.module.name)
        _ = try await Stored.values(in: store)
        let tests: [(FilterOperation, String, FilterValue)] = [
            (.equal, "tags", .string("all")), (.greater, "n", .integer(3_000)),
            (.contains, "text", .string("jerome")),
        ]
        for (operation, property, value) in tests {
            var request = SearchRequest(module: Things.module)
            request.filter = .leaf(.init(operation, property, value: value, type: .string))
            request.sort = [.init(.value("title")), .init(.value("n"))]
            request.page = .offset(0, limit: 30)
            _ = try await store.searchData(request)
        }
        var search = SearchRequest(module: Things.module)
        search.text = TextSearch(.any("salinger εл 東京 v1", matching: .prefixes))
        _ = try await store.searchData(search)
        let ledger = Ledger(seed: 6)
        for number in 0..<6 { try await store.carryOut(ledger.step(number)) }
        _ = try await Stored.values(in: store)
    }

    private static func said(of error: any Error, _ when: String) -> String {
        guard let error = error as? StoreError else {
            return "wrong no StoreError \(when): \(type(of: error)) \(error)"
        }
        let text = error.description
        for part in [error.action, error.location, error.reason, error.advice]
        where part.isEmpty || !text.contains(PlainText.oneLine(part)) {
            return "wrong an error that does not say what, where and what to do: \(error)"
        }
        return "refused \(error.code.rawValue) \(when): \(error.reason)"
    }
}

/// A way to damage a file.
private enum Damage: CaseIterable {
    case header, oneByte, manyBytes, page, pageOfZeros, swappedPages, cut, cutInPage, longer, schema, journal,
        journalCut

    private static let pageSize = 4_096

    func apply(to files: inout StoredFiles, _ generator: inout Randomness) {
        switch self {
        case .header: Self.spoil(&files.content, 0..<100, 1 + generator.below(8), &generator)
        case .oneByte: Self.spoil(&files.content, 100..<files.content.count, 1, &generator)
        case .manyBytes:
            Self.spoil(&files.content, 100..<files.content.count, 200 + generator.below(3_000), &generator)
        case .page: Self.spoil(&files.content, Self.page(of: files.content, &generator), 2_000, &generator)
        case .pageOfZeros:
            let page = Self.page(of: files.content, &generator)
            files.content.replaceSubrange(page, with: Data(count: page.count))
        case .swappedPages:
            let (first, second) = (
                Self.page(of: files.content, &generator), Self.page(of: files.content, &generator)
            )
            let bytes = files.content.subdata(in: first)
            files.content.replaceSubrange(first, with: files.content.subdata(in: second))
            files.content.replaceSubrange(second, with: bytes)
        case .cut:
            files.content.removeLast(
                Self.pageSize * (1 + generator.below(files.content.count / Self.pageSize)))
        case .cutInPage: files.content.removeLast(generator.below(files.content.count))
        case .longer: files.content.append(Data((0..<9_000).map { _ in UInt8(generator.below(256)) }))
        case .schema: Self.spoil(&files.content, 100..<Self.pageSize, 1 + generator.below(30), &generator)
        case .journal:
            guard var log = files.log else {
                return Self.spoil(&files.content, 18..<20, 2, &generator)
            }
            Self.spoil(&log, 0..<log.count, 1 + generator.below(50), &generator)
            files.log = log
        case .journalCut: files.log = files.log.map { $0.prefix(generator.below($0.count)) }
        }
    }

    private static func page(of bytes: Data, _ generator: inout Randomness) -> Range<Int> {
        let start = generator.below(bytes.count / pageSize) * pageSize
        return start..<start + pageSize
    }

    private static func spoil(
        _ bytes: inout Data, _ range: Range<Int>, _ count: Int, _ generator: inout Randomness
    ) {
        guard !range.isEmpty else { return }
        for _ in 0..<count {
            bytes[range.lowerBound + generator.below(range.count)] = UInt8(generator.below(256))
        }
    }
}
#endif
