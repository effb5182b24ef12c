import Foundation
import Quire
import QuireSearch
import Testing
import TransportDoubles

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("The file of a search history", .timeLimit(.minutes(10)))
struct HistoryFileTests {
    private let folder: HistoryFolder

    init() throws { folder = try HistoryFolder() }

    private func opened(_ log: Log? = nil) async throws -> SearchHistory {
        let history = SearchHistory(at: folder.file) { log?.add("\($0)") }
        try await history.flush()
        return history
    }

    @Test("The file and its folder are created on the first entry, readable only by the owner")
    func kept() async throws {
        let file = folder.url.appendingPathComponent("deep/er/searches.json")
        let history = SearchHistory(at: file)
        try await history.flush()
        #expect(!FileManager.default.fileExists(atPath: file.path))
        history.record("Moby \"Dick\" 🐳")
        history.record("東京\u{0}\n天気")
        try await history.flush()
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let json = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        #expect(json?["searches"] as? [String] == ["東京\u{0} 天気", "Moby \"Dick\" 🐳"])
        let second = SearchHistory(at: file)
        try await second.flush()
        #expect(second.searches == history.searches)
    }

    @Test("Removed entries are removed from the file")
    func removed() async throws {
        let history = try await opened()
        history.record("emma")
        history.record("whale")
        history.remove("EMMA")
        try await history.flush()
        #expect(try folder.text == #"{"quire":1,"searches":["whale"]}"#)
        history.removeAll()
        try await history.flush()
        #expect(try folder.names == [])
    }

    @Test(
        "A damaged file is reported, moved aside unchanged, and recreated",
        arguments: [
            "", "nonsense", "{", #"{"searches":["a"]}"#, #"{"quire":1}"#, #"{"quire":1,"searches":[1]}"#,
            #"{"quire":1,"searches":["a"]"#, #"{"quire":"1","searches":[]}"#, #"{"quire":0,"searches":[]}"#,
            "{\"quire\":1,\"searches\":[\"\u{1}\"]}", String(repeating: "[", count: 100_000),
        ])
    func damaged(_ text: String) async throws {
        try folder.write(text)
        let log = Log()
        let history = SearchHistory(at: folder.file) { log.add("\($0)") }
        await #expect(throws: SearchHistoryError.self) { try await history.flush() }
        // Reading alone changes nothing.
        #expect(try folder.text == text)
        #expect(log.lines.allSatisfy { $0.contains("damaged") || $0.contains("stays as it is") })
        history.record("whale")
        try await history.flush()
        #expect(history.searches == ["whale"])
        #expect(try folder.text == #"{"quire":1,"searches":["whale"]}"#)
        let aside = try #require(try folder.names.first { $0.contains("aside") })
        #expect(
            try Data(contentsOf: folder.url.appendingPathComponent(aside)) == Data(text.utf8))
        #expect(log.lines.last?.contains(aside) == true)
        // Removing everything removes the damaged copy too.
        history.removeAll()
        try await history.flush()
        #expect(try folder.names == [])
    }

    @Test("A damaged file is either read, or reported and moved aside unchanged")
    func flipped() async throws {
        let whole = Array(#"{"quire":1,"searches":["moby dick","Caf\u00e9","東京 🐳","c++"]}"#.utf8)
        var random = SeededGenerator(seed: 11)
        var counts = (read: 0, aside: 0)
        for round in 0..<42 {
            let folder = try HistoryFolder()
            var bytes = whole
            // Every third file stays intact.
            for _ in 0..<round % 3 {
                let place = bytes.indices.randomElement(using: &random) ?? 0
                switch Int.random(in: 0..<8, using: &random) {
                case 0...4: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 5, 6: bytes.remove(at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { break }
            }
            try Data(bytes).write(to: folder.file)
            let log = Log()
            let history = SearchHistory(at: folder.file) { log.add("\($0)") }
            var isRead = true
            do { try await history.flush() } catch { isRead = false }
            let before = history.searches
            history.record("whale")
            try await history.flush()
            #expect(history.searches.first == "whale")
            let aside = try folder.names.filter { $0.contains("aside") }
            #expect(aside.isEmpty == isRead && log.lines.isEmpty == isRead)
            if let name = aside.first {
                #expect(try Data(contentsOf: folder.url.appendingPathComponent(name)) == Data(bytes))
                counts.aside += 1
            } else {
                #expect(Set(before).isSubset(of: history.searches))
                counts.read += 1
            }
        }
        #expect(counts.read >= 14 && counts.aside > 7, "\(counts)")
    }

    @Test("A file of a later version is reported and moved aside unchanged")
    func newer() async throws {
        let text = #"{"quire":2,"searches":{"by":"day"}}"#
        try folder.write(text)
        let history = SearchHistory(at: folder.file)
        let error = await #expect(throws: SearchHistoryError.self) { try await history.flush() }
        #expect(error?.kind == .newer && error?.setAside == nil)
        history.record("whale")
        try await history.flush()
        let aside = try #require(try folder.names.first { $0.contains("aside") })
        #expect(try String(contentsOf: folder.url.appendingPathComponent(aside), encoding: .utf8) == text)
        #expect(history.searches == ["whale"])
    }

    @Test("A file that is too large is not read")
    func large() async throws {
        let text = #"{"quire":1,"searches":[""# + String(repeating: "x", count: 2 << 20) + #""]}"#
        try folder.write(text)
        let history = SearchHistory(at: folder.file)
        let error = await #expect(throws: SearchHistoryError.self) { try await history.flush() }
        #expect(error?.kind == .damaged)
    }

    @Test("Two histories with one file share additions and removals")
    func shared() async throws {
        let (one, other) = (try await opened(), try await opened())
        one.record("emma")
        try await one.flush()
        other.record("whale")
        try await other.flush()
        #expect(other.searches == ["whale", "emma"])
        try await one.flush()
        #expect(one.searches == ["whale", "emma"])
        one.remove("emma")
        try await one.flush()
        other.record("moby dick")
        try await other.flush()
        #expect(other.searches == ["moby dick", "whale"])
    }

    @Test("A lock held by another process is awaited, then reported; nothing is lost")
    func busy() async throws {
        let history = try await opened()
        let lock = open(folder.file.path + ".lock", O_RDWR | O_CREAT, 0o600)
        #expect(flock(lock, LOCK_EX) == 0)
        history.record("whale")
        let error = await #expect(throws: SearchHistoryError.self) { try await history.flush() }
        #expect(error?.kind == .busy)
        #expect(history.searches == ["whale"])
        close(lock)
        try await history.flush()
        #expect(try folder.text == #"{"quire":1,"searches":["whale"]}"#)
    }

    @Test("A folder that cannot be written is reported, and searches are kept in memory")
    func refused() async throws {
        try folder.write("a file, no folder")
        let history = SearchHistory(at: folder.file.appendingPathComponent("searches.json"))
        history.record("whale")
        let error = await #expect(throws: SearchHistoryError.self) { try await history.flush() }
        #expect(error?.kind == .refused)
        #expect(history.searches == ["whale"])
    }

    @Test("A full disk is reported, and entries are written once there is space")
    func full() async throws {
        let end = try await ChildProcess.history("full", folder.file.path).end()
        #expect(end.code == 0)
        #expect(
            end.lines.first?.hasPrefix("refused: Could not use the search history in ") == true,
            "\(end.lines)")
        #expect(end.lines.dropFirst() == ["in memory: 2", "went on"])
        let history = try await opened()
        #expect(history.searches.map { $0.prefix(6) } == ["after", "much m", "before"])
        #expect(try folder.names == ["searches.json"])
    }

    @Test("A killed process loses no confirmed entry, and the file is intact")
    func killed() async throws {
        var random = SeededGenerator(seed: 9)
        for round in 0..<10 {
            let folder = try HistoryFolder()
            let moment = ChildProcess.Moment(
                lines: Int.random(in: 0...6, using: &random),
                microseconds: UInt32.random(in: 0..<4_000, using: &random))
            let end = try await ChildProcess.history("record", folder.file.path, "search", "100000").end(
                killedAt: moment)
            #expect(end.wasKilled)
            var options = SearchHistory.Options()
            options.limit = 1_000
            let history = SearchHistory(at: folder.file, options: options)
            try await history.flush()
            let said = end.lines.count
            // One more may have been written without being confirmed.
            #expect([said, said + 1].contains(history.searches.count), "round \(round)")
            let expected = (0..<history.searches.count).reversed().map { "search \($0)." }
            #expect(history.searches == expected)
            // Leftovers of the killed process do not matter.
            history.record("whale")
            try await history.flush()
            #expect(try folder.names == ["searches.json"])
        }
    }

    @Test("Two concurrent processes lose no entries")
    func processes() async throws {
        let path = folder.file.path
        async let one = ChildProcess.history("record", path, "one", "60").end()
        async let other = ChildProcess.history("record", path, "other", "60").end()
        let ends = try await [one, other]
        for end in ends { #expect(end.code == 0 && end.lines.count == 60, "\(end)") }
        var options = SearchHistory.Options()
        options.limit = 1_000
        let history = SearchHistory(at: folder.file, options: options)
        try await history.flush()
        #expect(Set(history.searches) == Set((0..<60).flatMap { ["one \($0).", "other \($0)."] }))
    }
}
