import Foundation
import Quire

/// A module with fields of many kinds, some with names that are difficult for attributes.
enum Things {
    static let descriptor = ModuleDescriptor(
        name: "things",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true, searchWeight: 10),
            FieldDescriptor(name: "body", kind: .longText, searchWeight: 1),
            FieldDescriptor(name: "caf\u{E9}", kind: .text),
            FieldDescriptor(name: "caf\u{E9}s", kind: .list(.text), searchWeight: 1),
            FieldDescriptor(name: "age", kind: .integer, isSortable: true, facet: .disjunctive),
            FieldDescriptor(name: "price in €", kind: .number, isSortable: true),
            FieldDescriptor(name: "open", kind: .boolean, facet: .conjunctive),
            FieldDescriptor(name: "seen", kind: .dateTime(.epochMilliseconds), isSortable: true),
            FieldDescriptor(name: "born", kind: .date(.dateOnly)),
            FieldDescriptor(name: "status", kind: .choice, facet: .disjunctive),
            FieldDescriptor(name: "moods", kind: .choices, facet: .conjunctive),
            FieldDescriptor(name: "scores", kind: .list(.integer), facet: .conjunctive),
            FieldDescriptor(name: "weights", kind: .list(.number)),
            FieldDescriptor(name: "place", kind: .geopoint),
            FieldDescriptor(name: "extra", kind: .json),
            FieldDescriptor(name: "maker", kind: .relation(module: "makers")),
            FieldDescriptor(name: "makers", kind: .relations(module: "makers")),
        ])

    static let replicas = [
        AlgoliaReplicaSample("things_age", [SortKey(.value("age"))]),
        AlgoliaReplicaSample("things_age_desc", [SortKey(.value("age"), .descending)]),
        AlgoliaReplicaSample("things_age_last", [SortKey(.value("age"), nulls: .last)]),
        AlgoliaReplicaSample(
            "things_price_first", [SortKey(.value("price in €"), .descending, nulls: .first)]),
        AlgoliaReplicaSample("things_title", [SortKey(.value("title"))]),
        AlgoliaReplicaSample("things_title_desc", [SortKey(.value("title"), .descending)]),
        AlgoliaReplicaSample("things_open", [SortKey(.value("open")), SortKey(.value("age"), .descending)]),
        AlgoliaReplicaSample("things_scores", [SortKey(.value("scores"), .descending)]),
        AlgoliaReplicaSample("things_seen", [SortKey(.metadata("createdAt")), SortKey(.value("seen"))]),
    ]

    struct AlgoliaReplicaSample: Sendable {
        var name: String
        var sort: [SortKey]

        init(_ name: String, _ sort: [SortKey]) {
            self.name = name
            self.sort = sort
        }
    }

    /// More instances than the longest pool has values.
    static let instances: [JSONValue] = (0..<64).map { row in
        var values: [JSONValue.Member] = []
        for (position, field) in descriptor.fields.fields.enumerated() {
            let pool = pool(of: field)
            // Each field cycles through its values at a different rate, so that they meet in many combinations.
            if let json = pool[(row * [1, 11, 17][position % 3] + position) % pool.count] {
                values.append(.init(field.name, parsed(json)))
            }
        }
        var members: [JSONValue.Member] = [
            .init("id", .string(ids[row % ids.count] + (row < ids.count ? "" : "-\(row)"))),
            .init("createdAt", .integer(1_700_000_000_000 + Int64(row % 7) * 1000)),
            .init("tags", parsed(tags[row % tags.count])),
        ]
        if row % 5 > 0 { members.append(.init("name", parsed(texts[row % 9] ?? "null"))) }
        if row % 11 == 0 { values.append(.init("unknown \"key\"", parsed("[1.0,{\"a\":null}]"))) }
        members.append(.init("values", .object(values)))
        return .object(members)
    }

    private static let ids = [
        "1", "2", "10", "a b", "a\"b", "it's", "caf\u{E9}", "cafe\u{301}", "日本語", "*", "a,b:c", "-x", "AND",
        "0123456789abcdef01234567", "abcdef", "abcdefg", "abcde", "A",
    ]

    private static let tags = [
        "[]", #"[{"name":"brand","value":"A"}]"#, #"[{"name":"brand","value":"a"},{"name":"new"}]"#, "null",
    ]

    static let texts: [String?] = [
        nil, "null", #""""#, #""Alpha""#, #""alpha""#, #""ALPHA beta""#, #""-alpha""#, #"" Alpha""#,
        #""caf\u00e9""#,
        #""cafe\u0301""#, #""straße""#, #""日本語の本""#, #""👍🏽 ok""#, #""it's""#, #""say \"hi\"""#,
        #""a && b || (c)""#,
        #""k:v""#, #""nul\u0000byte""#, #""x' OR '1'='1""#, #""queen qq""#,
        "\"\(String(repeating: "long ", count: 60))end\"",
        "5", "true", #"["Alpha"]"#, #""a=b&c+d?e#f;g/h@i%20j""#, #""Les Misérables, 1862""#,
    ]

    static func pool(of field: FieldDescriptor) -> [String?] {
        switch field.kind {
        case .text, .longText: texts
        case .integer:
            [
                nil, "null", "0", "-1", "5", "18", "5.0", "9007199254740991", "9007199254740992",
                "9007199254740993",
                "-9007199254740993", "9223372036854775807", "-9223372036854775808", "1.5", #""5""#, "[]",
            ]
        case .number:
            [
                nil, "null", "0", "-0.0", "0.1", "0.3", "0.30000000000000004", "1.5", "-1.5",
                "9007199254740992",
                "9007199254740994", "1e20", "1e-7", "1e308", "false",
            ]
        case .boolean: [nil, "null", "true", "false", "1", #""true""#]
        case .dateTime: [nil, "0", "-1", "1419769800000", "1419769800001", "253402300799999", #""soon""#]
        case .date: [nil, "null", #""1969-12-31""#, #""2000-02-29""#, #""2023-02-29""#, #""9999-12-31""#]
        case .choice: [nil, #""live""#, #""LIVE""#, #""draft""#, #""unheard-of""#, "7"]
        case .choices, .list(.text):
            [
                nil, "[]", #"["live"]"#, #"["live","LIVE","live"]"#, #"["a b","-c"]"#, #"[null,5]"#,
                #"["日本語"]"#,
            ]
        case .list(.integer): [nil, "[]", "[5]", "[1,5,5,-3]", "[9007199254740993,1]", #"["5"]"#, "[0,100]"]
        case .list: [nil, "[]", "[0.1]", "[-0.0,0,1.5]", "[2.5,-7]"]
        case .geopoint:
            [
                nil, #"{"lat":52.37,"lng":4.89}"#, #"{"lat":0,"lng":0}"#, #"{"lat":-16.8,"lng":179.9}"#,
                #"{"lat":-16.8,"lng":-179.9}"#, #"{"lat":91,"lng":0}"#, "[4.89,52.37]",
            ]
        case .relation: [nil, #""m1""#, #""M1""#, #"{"id":"m2"}"#]
        case .relations: [nil, "[]", #"["m1","m2"]"#, #"["m3"]"#]
        default: [nil, "null", "{}", "[1]", "\"text\""]
        }
    }
}

/// Reads JSON written by the tests; invalid JSON becomes null, which no test expects.
func parsed(_ text: String) -> JSONValue { (try? JSONValue(parsing: Data(text.utf8))) ?? .null }
