#if SQLite
import Foundation
import QuireCore
import QuireEngine
import QuireGenerator
import QuireStore
import Seeds
import Testing

@Suite("Every item loads under the schema that is inferred from it", .timeLimit(.minutes(30)))
struct InferLoadTests {
    /// Loads a file as `quire load` does. Returns the values of the stored items in the order of the file.
    static func load(_ path: String, _ inferred: Inferred, module: String) async throws -> [[String:
        Any]]
    {
        let descriptor = try #require(inferred.described.descriptors.first { $0.name == module })
        let store = try await Store(.memory, modules: inferred.described.descriptors)
        let ids = try await DataFolder.withLoadedLines(of: path, module: module, descriptor) { path in
            let summary = try await store.load(module, from: .file(path))
            #expect(summary.rejected.isEmpty, "\(summary.rejected.prefix(3))")
            return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap {
                try (JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["id"] as? String
            }
        }
        #expect(Set(ids).count == ids.count)
        let instances = try await store.instances(of: ids, in: descriptor)
        await store.close()
        return try instances.compactMap { instance in
            guard let values = instance?.member("values") else { return nil }
            return try JSONSerialization.jsonObject(with: values.data) as? [String: Any]
        }
    }

    /// The JSON of an item without null, which is the same as no value.
    private static func text(_ item: [String: Any]) throws -> String {
        let values = item.filter { !($0.value is NSNull) }
        return String(
            decoding: try JSONSerialization.data(withJSONObject: values, options: [.sortedKeys]),
            as: UTF8.self)
    }

    @Test("Random items of random shapes are stored exactly as Foundation reads them")
    func random() async throws {
        for number in 0..<150 {
            let seed = Seed.current &+ UInt64(number)
            var data = RandomData(random: SeededGenerator(seed: seed))
            let hasIDs = number % 2 == 0
            let items = data.items(hasIDs: hasIDs)
            let folder = try DataFolder()
            defer { folder.remove() }
            let isArray = number % 3 == 0
            let bytes =
                isArray
                ? try JSONSerialization.data(
                    withJSONObject: items,
                    options: number % 2 == 0 ? [.prettyPrinted, .sortedKeys] : [.sortedKeys])
                : Data(
                    try items.map { try JSONSerialization.data(withJSONObject: $0, options: [.sortedKeys]) }
                        .joined(
                            separator: Data([0x0A])))
            let path = try folder.write(bytes, to: isArray ? "things.json" : "things.ndjson")
            let inferred = try folder.infer()
            let stored = try await Self.load(path, inferred, module: "things")
            try #require(stored.count == items.count, "seed \(seed)")
            for (item, found) in zip(items, stored) {
                var expected = item
                expected["id"] = nil
                let isEqual = try Self.text(expected) == Self.text(found)
                #expect(
                    isEqual, "seed \(seed): \(expected) is stored as \(found)\n\(inferred.outcome.text ?? "")"
                )
                if !isEqual { return }
            }
        }
    }

    @Test("Random cells are stored as the numbers, booleans, dates and texts that they spell")
    func cells() async throws {
        var random = SeededGenerator(seed: Seed.current)
        for _ in 0..<40 {
            var expected: [[String: Any]] = []
            var rows = ["number;word;flag;day;share;list"]
            let separator = ["|", "/"][0]
            for _ in 0..<Int.random(in: 2...40, using: &random) {
                let number = Int.random(in: -99...99, using: &random)
                let word = "w \(Int.random(in: 0...999, using: &random)) \"q\"\n,;"
                let flag = Bool.random(using: &random)
                let day = "2024-01-1\(Int.random(in: 0...9, using: &random))"
                let share = Double(Int.random(in: 1...999, using: &random)) / 4
                let list = (0..<3).map { _ in "t\(UInt8.random(in: 0...9, using: &random))" }
                expected.append([
                    "number": number, "word": word, "flag": flag, "day": day, "share": share, "list": list,
                ])
                let quoted = word.replacingOccurrences(of: "\"", with: "\"\"")
                rows.append(
                    "\(number);\"\(quoted)\";\(flag ? "yes" : "no");\(day);"
                        + "\(share)".replacingOccurrences(of: ".", with: ",")
                        + ";\(list.joined(separator: separator))")
            }
            let flags = Set(expected.map { $0["flag"] as? Bool })
            if flags.count < 2 { continue }
            let folder = try DataFolder(["rows.csv": rows.joined(separator: "\r\n")])
            defer { folder.remove() }
            let stored = try await Self.load(folder.path("rows.csv"), try folder.infer(), module: "rows")
            try #require(stored.count == expected.count)
            for (item, found) in zip(expected, stored) {
                #expect(try Self.text(item) == Self.text(found))
            }
        }
    }

    @Test("Equal items without ids are all stored, and loading the file again changes nothing")
    func equalItems() async throws {
        let folder = try DataFolder(["rows.csv": "a,b\n1,x\n1,x\n2,y\n1,x\n"])
        defer { folder.remove() }
        let inferred = try folder.infer()
        let descriptor = try #require(inferred.described.descriptors.first)
        let store = try await Store(.memory, modules: [descriptor])
        for _ in 0..<2 {
            _ = try await DataFolder.withLoadedLines(
                of: folder.path("rows.csv"), module: "rows", descriptor
            ) { try await store.load("rows", from: .file($0)) }
            #expect(try await store.count(of: "rows") == 4)
        }
        await store.close()
    }

    @Test("Goodbooks: books and authors, with their relation, languages, ranking and covers")
    func goodbooks() async throws {
        let folder = try DataFolder()
        defer { folder.remove() }
        for module in ["books", "authors"] {
            guard let path = try SharedData.file("goodbooks-\(module).ndjson") else { return }
            try folder.write(try Data(contentsOf: URL(fileURLWithPath: path)), to: "\(module).ndjson")
        }
        let inferred = try folder.infer()
        let types = inferred.types(of: "books")
        #expect(types["authors"] == "relations authors")
        #expect(types["language"]?.hasPrefix("choice ara,dan,en,") == true)
        #expect(types["cover"] == "image" && types["year"] == "integer" && types["averageRating"] == "number")
        #expect(types["isbn"] == "text" && types["authorNames"] == "list text")
        #expect(inferred.schema.modules.last?.ranking?.popularity == "ratingsCount")
        #expect(inferred.outcome.notes.contains { $0.contains("25 values in 8,916 items") })
        let stored = try await Self.load(folder.path("books.ndjson"), inferred, module: "books")
        #expect(stored.count == 10_000)
    }

    @Test("The generator makes Swift code of every inferred schema")
    func generated() throws {
        var data = RandomData(random: SeededGenerator(seed: Seed.current &+ 99))
        for _ in 0..<40 {
            let folder = try DataFolder()
            defer { folder.remove() }
            for name in ["a", "b"] {
                try folder.write(
                    try JSONSerialization.data(withJSONObject: data.items(hasIDs: true)), to: "\(name).json")
            }
            #expect(!generate(try folder.infer().schema).files.isEmpty)
        }
    }
}
#endif
