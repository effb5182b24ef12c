import Foundation
import Quire
import QuireCore

/// A module over an existing collection, its records as a PocketBase client would write them, and the same items.
enum ExistingShelf {
    static let module = ModuleDescriptor(
        name: "shelf",
        fields: [
            FieldDescriptor(name: "title", kind: .text, isSortable: true),
            FieldDescriptor(name: "email", kind: .text),
            FieldDescriptor(name: "body", kind: .html),
            FieldDescriptor(name: "link", kind: .url),
            FieldDescriptor(name: "age", kind: .integer, isRequired: true, isSortable: true),
            FieldDescriptor(name: "price", kind: .number, isRequired: true, isSortable: true),
            FieldDescriptor(name: "open", kind: .boolean, isRequired: true, isSortable: true),
            FieldDescriptor(name: "day", kind: .dateTime(.rfc3339), isSortable: true),
            FieldDescriptor(name: "language", kind: .choice, isSortable: true),
            FieldDescriptor(name: "moods", kind: .choices),
            FieldDescriptor(name: "maker", kind: .relation(module: "shelf")),
            FieldDescriptor(name: "makers", kind: .relations(module: "shelf")),
            FieldDescriptor(name: "place", kind: .geopoint, isRequired: true),
            FieldDescriptor(name: "extra", kind: .json),
        ])

    static func collection(id: String) -> JSONValue {
        func field(_ name: String, _ type: String, _ options: String = "") -> String {
            #"{"name":"\#(name)","type":"\#(type)"\#(options)}"#
        }
        let relation = #","collectionId":"\#(id)","maxSelect":"#
        let fields = [
            field("title", "text", #","max":100000"#), field("email", "email"), field("body", "editor"),
            field("link", "url"), field("age", "number", #","onlyInt":true"#), field("price", "number"),
            field("open", "bool"), field("day", "date"),
            field("language", "select", #","values":["eng","fre","it's","100%"],"maxSelect":1"#),
            field(
                "moods", "select", #","values":["red","Red","green","a_c","abc","x|y","\"q\""],"maxSelect":7"#
            ),
            field("maker", "relation", relation + "1"), field("makers", "relation", relation + "9"),
            field("place", "geoPoint"), field("extra", "json"),
            field("created", "autodate", #","onCreate":true"#),
            field("updated", "autodate", #","onCreate":true,"onUpdate":true"#),
        ]
        return parsed(
            #"{"id":"\#(id)","name":"shelf","type":"base","fields":[\#(fields.joined(separator: ","))]}"#)
    }

    /// The records, with different values of all fields in many combinations.
    static let records: [JSONValue] = (0..<count).map { row in
        func pick(_ values: [String], _ step: Int) -> String { values[(row * step + step) % values.count] }
        let values = [
            #""title":\#(pick(titles, 1))"#,
            #""email":\#(pick([#""""#, #""a@example.org""#, #""B@example.org""#], 1))"#,
            #""body":\#(pick([#""""#, #""<p>Emma</p>""#, #""<P>emma</P>""#], 2))"#,
            #""link":\#(pick([#""""#, #""https://example.org/a?b=1&c=%20""#, #""https://example.org""#], 1))"#,
            #""age":\#(pick(["0", "-1", "1", "18", "5", "9007199254740991", "-9007199254740991"], 3))"#,
            #""price":\#(pick(["0", "0.1", "0.3", "0.30000000000000004", "-1.5", "1e308", "5e-324"], 2))"#,
            #""open":\#(pick(["true", "false"], 1))"#,
            #""day":\#(pick([#""""#, #""1969-12-31 23:59:59.999Z""#, #""2014-12-28 12:30:00.001Z""#, #""9999-12-31 00:00:00.000Z""#, #""0001-01-02 00:00:00.000Z""#], 3))"#,
            #""language":\#(pick([#""""#, #""eng""#, #""fre""#, #""it's""#, #""100%""#], 1))"#,
            #""moods":\#(pick(["[]", #"["red"]"#, #"["Red","green"]"#, #"["a_c","abc"]"#, #"["x|y","\"q\"","red"]"#, #"["green"]"#], 1))"#,
            #""place":\#(pick([#"{"lon":0,"lat":0}"#, #"{"lon":179.9,"lat":-16.8}"#, #"{"lon":4.89,"lat":52.37}"#], 1))"#,
            #""extra":\#(pick(["null", #"{"a":[1,null]}"#, "0", "[1]", "false"], 2))"#,
        ]
        return parsed("{\"id\":\"\(id(row))\",\(values.joined(separator: ","))}")
    }

    /// The relations of a record, which refer to records that exist by then.
    static func relations(_ row: Int) -> JSONValue {
        let maker = row % 3 == 0 ? "" : id(row * 5 % count)
        let makers = [[], [0, 1], [2], [1, 2, 3]][row % 4].map { "\"\(id($0))\"" }
        return parsed(#"{"maker":"\#(maker)","makers":[\#(makers.joined(separator: ","))]}"#)
    }

    /// The item of a record, written by hand: what a value means does not come from the engine.
    static func item(_ record: JSONValue) -> JSONValue {
        var values: [JSONValue.Member] = []
        for field in module.fields.fields {
            guard let value = record.member(field.name), value != .null, value != .string("") else {
                continue
            }
            switch (field.kind, value) {
            case (.dateTime, .string(let text)):
                values.append(.init(field.name, .string(text.replacingOccurrences(of: " ", with: "T"))))
            case (.geopoint, _):
                values.append(
                    .init(
                        field.name,
                        .object([
                            .init("latitude", value.member("lat") ?? .null),
                            .init("longitude", value.member("lon") ?? .null),
                        ])))
            default: values.append(.init(field.name, value))
            }
        }
        var members: [JSONValue.Member] = [.init("id", record.member("id") ?? .null)]
        for (column, name) in [("created", "createdAt"), ("updated", "updatedAt")] {
            guard case .string(let text)? = record.member(column), let date = DateReading.rfc3339(text) else {
                continue
            }
            members.append(.init(name, .integer(date)))
        }
        return .object(members + [.init("values", .object(values))])
    }

    static let count = 40

    static func id(_ row: Int) -> String {
        let text = String((row * 37 + 11) % 101, radix: 36) + "x" + String(row, radix: 36)
        return text + String(repeating: "0", count: 15 - text.utf8.count)
    }

    private static let titles = [
        #""""#, #""Alpha""#, #""alpha""#, #""Alpha Beta""#, #""caf\u00e9""#, #""cafe\u0301""#, #""日本語""#,
        #""👍🏽""#, #""it's""#, #""say \"hi\"""#, #""back\\slash""#, #""100%""#, #""100_""#, #""a && b || (c)""#,
        #""@request.auth.id""#, #""@now""#, #""null""#, #""true""#, #""10""#, #""nul\u0000byte""#,
        #"" Alpha ""#,
        #""x' || id != '""#,
    ]

    static func parsed(_ text: String) -> JSONValue {
        do {
            return try JSONValue(parsing: Data(text.utf8))
        } catch {
            preconditionFailure("\(text): \(error)")
        }
    }
}
