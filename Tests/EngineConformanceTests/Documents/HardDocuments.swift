import Foundation
import Quire

/// The one table of hard documents, as JSON text: every hard value of every kind stands in some document.
enum HardDocuments {
    static let count = max(HardValues.texts.count, 60)

    /// One instance per element, in no useful order.
    static let lines: [String] = (0..<count).map(line)

    static let instances: [JSONValue] = lines.map(parse)

    static let ids: [String] = (0..<count).map(id)

    private static func line(_ row: Int) -> String {
        var values: [String] = []
        for (position, field) in SamplesModule.descriptor.fields.fields.enumerated() {
            let candidates = HardValues.of(field.kind)
            // Each field goes through its values at another place, so that they meet in many combinations.
            if let value = candidates[(row + position * position) % candidates.count] {
                values.append("\(quoted(field.name)):\(value)")
            }
        }
        let milliseconds = HardValues.milliseconds.filter {
            $0 != "true" && $0 != #""yesterday""# && $0 != "1.5e3"
        }
        func date(_ shift: Int) -> String { milliseconds[(row * 3 + shift) % milliseconds.count] ?? "null" }
        let names = HardValues.texts.filter { $0?.first == "\"" }
        let people = [#""Ann""#, #""ann""#, "null", #""O'Neil""#]
        let tags = [
            "[]", #"[{"name":"brand","value":"A"}]"#, #"[{"name":"brand","value":"A"},{"name":"new"}]"#,
            "null",
        ]
        return """
            {"id":\(quoted(id(row))),"name":\((names[row % names.count]) ?? "null"),"module":"0123456789abcdef01234567",\
            "revision":\(row % 4),"customerId":1,"createdBy":\(people[row % 4]),"updatedBy":\(people[(row / 4) % 4]),\
            "createdAt":\(date(0)),"updatedAt":\(date(1)),"publishedAt":\(date(2)),"archivedAt":\(date(4)),\
            "removedAt":\(date(7)),"deletedAt":null,"tags":\(tags[row % 4]),"values":{\(values.joined(separator: ","))}}
            """
    }

    /// Ids whose order by UTF-8 bytes is not that of the rows; a few with characters that need escaping.
    private static func id(_ row: Int) -> String {
        switch row {
        case 3: "it's"
        case 4: "a\"b"
        case 5: "caf\u{E9}"
        case 6: "cafe\u{301}"
        case 7: "日本語"
        case 8: "a,b;c"
        default: String((row * 37 + 11) % 101, radix: 16) + "-" + String(row)
        }
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
