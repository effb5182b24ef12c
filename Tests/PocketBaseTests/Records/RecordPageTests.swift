import Foundation
import QuireCore
import QuireEngine
import Seeds
import Testing

@testable import QuirePocketBase
@testable import QuireRemote

/// Pages of random records, printed as servers may print them: other orders of keys, white space, escapes.
@Suite struct RecordPageTests {
    private static let module = ModuleDescriptor(
        name: "samples",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "price in €", kind: .number),
            FieldDescriptor(name: "age", kind: .integer),
            FieldDescriptor(name: "open", kind: .boolean),
            FieldDescriptor(name: "day", kind: .date(.dateOnly)),
            FieldDescriptor(name: "seen", kind: .dateTime(.rfc3339)),
            FieldDescriptor(name: "at", kind: .dateTime(.epochMilliseconds)),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "photo", kind: .image),
            FieldDescriptor(name: "extra", kind: .json),
            FieldDescriptor(name: "numbers", kind: .list(.integer)),
            FieldDescriptor(name: "makers", kind: .relations(module: "samples")),
        ])
    private static let layout = CollectionLayout(module, .managed)
    private static let files = FileAddress(baseURL: URL(fileURLWithPath: "/pb"))

    @Test("Random items return from a page with all their values and metadata")
    func random() throws {
        var random = SeededGenerator(seed: Seed.current)
        let writer = RecordWriter(layout: Self.layout, files: Self.files)
        for round in 0..<40 {
            var expected: [JSONValue] = []
            var records: [JSONValue] = []
            for number in 0..<Int.random(in: 0...12, using: &random) {
                let instance = Self.instance(number, &random)
                let body = writer.body(of: instance)
                #expect(body.problems.isEmpty)
                expected.append(instance)
                let columns = body.whole(Self.layout).members ?? []
                records.append(
                    .object(
                        columns.map { column in
                            guard column.name == "extra", case .string(let text) = column.value,
                                let parsed = try? JSONValue(parsing: Data(text.utf8))
                            else { return column }
                            // The server parses a text that is given to a JSON field.
                            return .init(column.name, parsed)
                        } + [
                            .init("id", .string("r\(number)")),
                            .init("created", .string("2014-12-28 12:30:00.123Z")),
                            .init("updated", .string("2024-02-29 23:59:59.999Z")),
                        ]))
            }
            var text = ""
            Self.write(
                .of([
                    "items": .array(records), "page": .integer(1), "perPage": .integer(30),
                    "totalItems": .integer(100), "totalPages": .integer(4),
                ]), to: &text, &random)
            let page = try RecordPage(Data(text.utf8), form: RecordForm(Self.layout, files: Self.files))
            let found = try #require(page.records)
            let instances = try found.map { try JSONValue(parsing: #require($0).instance.data) }
            #expect(
                instances.map { Self.sorted($0).description } == expected.map { Self.sorted($0).description },
                "round \(round) with seed \(Seed.current): \(text)")
            #expect(found.map { $0?.id } == expected.indices.map { "r\($0)" })
            #expect(found.allSatisfy { $0?.updated == "2024-02-29 23:59:59.999Z" })
            #expect(page.totalItems == 100)
        }
    }

    private static func instance(_ number: Int, _ random: inout SeededGenerator) -> JSONValue {
        let texts = [
            "", "=", "Emma & <Co>", "\"q\" \\ \n", "nul\u{0}", "Übergröße\u{E0F0}", "https://a.b/c.png",
        ]
        func text(_ random: inout SeededGenerator) -> JSONValue {
            .string(texts[Int.random(in: 0..<texts.count, using: &random)])
        }
        func integer(_ random: inout SeededGenerator) -> JSONValue {
            let integers: [Int64] = [0, -1, 18, .max, .min, 9_007_199_254_740_993, 1_419_769_800_123]
            return .integer(integers[Int.random(in: 0..<integers.count, using: &random)])
        }
        var values: [JSONValue.Member] = []
        func add(_ name: String, _ value: JSONValue) {
            if Int.random(in: 0..<4, using: &random) > 0 { values.append(.init(name, value)) }
        }
        add("title", text(&random))
        add("price in €", .number(.random(in: -1...1, using: &random)))
        add("age", integer(&random))
        add("open", .boolean(.random(using: &random)))
        add("day", .string(Bool.random(using: &random) ? "2024-02-29" : "0001-01-01"))
        add(
            "seen",
            .string(Bool.random(using: &random) ? "2014-12-28T12:30:00.001Z" : "9999-12-31T23:59:59.999Z"))
        add("at", .integer(.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)))
        let isOrigin = Bool.random(using: &random)
        add(
            "place",
            .of(["latitude": .number(isOrigin ? 0 : -16.75), "longitude": .number(isOrigin ? 0 : 179.5)]))
        add("photo", text(&random))
        add(
            "extra",
            .of(["a": .array([.integer(1), .null, text(&random)]), "b &": .of(["c": text(&random)])]))
        add("numbers", .array((0..<Int.random(in: 0...3, using: &random)).map { _ in integer(&random) }))
        add("makers", .texts(["m1", "m2"]))
        add("undeclared", .of(["x": .array([text(&random)])]))
        add("also undeclared", .integer(5))
        var members: [JSONValue.Member] = [
            .init("id", .string("r\(number)")), .init("createdAt", .integer(1_419_769_800_123)),
            .init("updatedAt", .integer(1_709_251_199_999)),
        ]
        for (name, value) in [
            ("name", text(&random)), ("createdBy", text(&random)), ("publishedAt", .integer(5)),
            ("revision", .integer(0)), ("externalId", .of(["a": .integer(1)])),
            ("archivedAt", integer(&random)),
            ("tags", .array([.of(["name": .string("new"), "value": text(&random)])])),
            ("other", text(&random)),
        ] as [(String, JSONValue)] where Bool.random(using: &random) {
            members.append(.init(name, value))
        }
        // JSON in place of the values.
        let isWhole = Int.random(in: 0..<12, using: &random) == 0
        return .object(members + [.init("values", isWhole ? .array([text(&random)]) : .object(values))])
    }

    /// Writes JSON with keys in another order, white space except in empty lists, and escapes that are not needed.
    private static func write(_ value: JSONValue, to text: inout String, _ random: inout SeededGenerator) {
        func space(_ random: inout SeededGenerator) -> String {
            Int.random(in: 0..<6, using: &random) == 0 ? " \n" : ""
        }
        switch value {
        case .array([]): text += "[]"
        case .array(let elements):
            text += "["
            for (position, element) in elements.enumerated() {
                text += (position > 0 ? "," : "") + space(&random)
                write(element, to: &text, &random)
            }
            text += space(&random) + "]"
        case .object(let members):
            text += "{"
            for (position, member) in members.shuffled(using: &random).enumerated() {
                text += (position > 0 ? "," : "") + space(&random)
                text += JSONValue.string(member.name).description + space(&random) + ":" + space(&random)
                write(member.value, to: &text, &random)
            }
            text += space(&random) + "}"
        case .string:
            text += value.description.replacing("&", with: "\\u0026").replacing("<", with: "\\u003c")
        default: text += value.description
        }
    }

    /// The same value with the members of objects sorted by name.
    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): .array(elements.map(sorted))
        case .object(let members):
            .object(members.sorted { $0.name < $1.name }.map { .init($0.name, sorted($0.value)) })
        default: value
        }
    }

    @Test(
        "The name of a file becomes its address, with every character that a URL reserves as an escape",
        arguments: ["a.png", "a b&c.png", "ü/é?.png", "100%.png", "a\\\"b.png", "~-._"])
    func files(_ name: String) throws {
        let module = ModuleDescriptor(
            name: "samples",
            fields: [
                FieldDescriptor(name: "photo", kind: .image),
                FieldDescriptor(name: "photos", kind: .list(.image)),
            ])
        let base = try #require(URL(string: "https://content.example.org/pb/"))
        let form = RecordForm(CollectionLayout(module, .existing), files: FileAddress(baseURL: base))
        let record = JSONValue.of([
            "id": .string("r 1"), "photo": .string(name), "photos": .texts([name, "b.png"]),
        ])
        let found = try #require(try RecordReader.record(record.data, form: form))
        let unreserved = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: "\u{0}"..."\u{7F}")
        )
        .union(CharacterSet(charactersIn: "-._~"))
        let escaped = try #require(name.addingPercentEncoding(withAllowedCharacters: unreserved))
        let start = "https://content.example.org/pb/api/files/samples/r%201/"
        #expect(
            try JSONValue(parsing: found.instance.data)["values"]
                == .of([
                    "photo": .string(start + escaped), "photos": .texts([start + escaped, start + "b.png"]),
                ]))
    }

    @Test(
        "What is not of the column's type is copied",
        arguments: [
            (#""photos":["a",5]"#, #"{"photos":["a",5]}"#), (#""photo":{"a":1}"#, #"{"photo":{"a":1}}"#),
            (#""place":{"lon":"x","lat":1}"#, #"{"place":{"lon":"x","lat":1}}"#),
            (#""place":[1,2]"#, #"{"place":[1,2]}"#), (#""at":"soon""#, #"{"at":"soon"}"#),
        ])
    func others(_ column: String, _ values: String) throws {
        let module = ModuleDescriptor(
            name: "samples",
            fields: [
                FieldDescriptor(name: "photo", kind: .image),
                FieldDescriptor(name: "photos", kind: .list(.image)),
                FieldDescriptor(name: "place", kind: .geopoint),
                FieldDescriptor(name: "at", kind: .dateTime(.epochMilliseconds)),
            ])
        let form = RecordForm(CollectionLayout(module, .existing), files: Self.files)
        let found = try #require(try RecordReader.record(Data("{\"id\":\"r1\",\(column)}".utf8), form: form))
        #expect(
            try JSONValue(parsing: found.instance.data)["values"]
                == JSONValue(parsing: Data(values.utf8)))
        #expect(found.updated.isEmpty)
        #expect(found.id == "r1")
    }

    @Test(
        "A record without an id, or with an empty one, is none",
        arguments: ["{}", #"{"id":""}"#, #"{"id":5}"#])
    func withoutID(_ record: String) throws {
        let form = RecordForm(Self.layout, files: Self.files)
        #expect(try RecordReader.record(Data(record.utf8), form: form) == nil)
    }
}
