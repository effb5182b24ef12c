import Foundation
import QuireCore

/// The table of hard documents: every hard value of every kind is in some document. A suite of plain documents has those
/// with ordinary values in its place.
enum HardDocuments {
    /// Whether the running suite has plain documents.
    @TaskLocal static var arePlain = false

    static var table: DocumentTable { arePlain ? plain : hard }

    private static let hard = DocumentTable(
        SamplesModule.descriptor, lines: (0..<count).map { line($0, \.json, isPlain: false) },
        tidyLines: (0..<count).map { line($0, \.tidy, isPlain: false) })

    private static let plain: DocumentTable = {
        let lines = (0..<count).map { line($0, \.json, isPlain: true) }
        return DocumentTable(SamplesModule.descriptor, lines: lines, tidyLines: lines)
    }()

    static let count = max(HardValues.texts.count, 60)

    static var ids: [String] { (0..<count).map { id($0, isPlain: arePlain) } }

    static var instances: [JSONValue] { table.instances }

    private static func line(_ row: Int, _ form: (HardValue) -> String?, isPlain: Bool) -> String {
        func isUsed(_ value: HardValue) -> Bool { !isPlain || value.isPlain }
        var values: [String] = []
        for (position, field) in SamplesModule.descriptor.fields.fields.enumerated() {
            let candidates = HardValues.of(field.kind).filter(isUsed)
            // Each field cycles through its values at a different rate, so that they meet in many combinations.
            if let value = form(candidates[(row + position * position) % candidates.count]) {
                values.append("\(jsonText(field.name)):\(value)")
            }
        }
        let dates = HardValues.milliseconds.filter {
            $0.json == $0.tidy && $0.json != "1.5e3" && isUsed($0)
        }
        func date(_ shift: Int) -> String { dates[(row * 3 + shift) % dates.count].json ?? "null" }
        let names = HardValues.texts.compactMap { $0.json == $0.tidy && isUsed($0) ? $0.json : nil }
        let people = [#""Ann""#, #""ann""#, "null", isPlain ? #""Bob""# : #""O'Neil""#]
        let tags = [
            "[]", #"[{"name":"brand","value":"A"}]"#, #"[{"name":"brand","value":"A"},{"name":"new"}]"#,
            "null",
        ]
        return """
            {"id":\(jsonText(id(row, isPlain: isPlain))),"name":\(names[row % names.count]),"module":"0123456789abcdef01234567",\
            "revision":\(row % 4),"customerId":1,"createdBy":\(people[row % 4]),"updatedBy":\(people[(row / 4) % 4]),\
            "createdAt":\(date(0)),"updatedAt":\(date(1)),"publishedAt":\(date(2)),"archivedAt":\(date(4)),\
            "removedAt":\(date(7)),"deletedAt":null,"tags":\(tags[row % 4]),"values":{\(values.joined(separator: ","))}}
            """
    }

    /// Ids whose UTF-8 order differs from the order of the rows; a few contain characters that need escaping.
    private static func id(_ row: Int, isPlain: Bool) -> String {
        switch isPlain ? 0 : row {
        case 3: "it's"
        case 4: "a\"b"
        case 5: "caf\u{E9}"
        case 6: "cafe\u{301}"
        case 7: "日本語"
        case 8: "a,b;c"
        default: String((row * 37 + 11) % 101, radix: 16) + "-" + String(row)
        }
    }
}

/// A value as JSON; `nil` is a missing key.
struct HardValue: Sendable, Hashable, ExpressibleByNilLiteral, ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation
{
    var json: String?
    /// The value without its parts of the wrong type, for engines that reject them.
    var tidy: String?

    /// Whether it is an ordinary value: printable ASCII without quotation marks, or a number that every engine holds.
    var isPlain: Bool { json == tidy && (json.map { Self.isPlain(parse($0)) } ?? true) }

    private static func isPlain(_ value: JSONValue) -> Bool {
        switch value {
        case .null, .boolean: true
        case .integer(let integer): (-limit...limit).contains(integer)
        case .number(let number):
            number == 0
                ? number.sign == .plus
                : (1e-6...Double(limit)).contains(abs(number)) && "\(number)".count < 12
        case .string(let text):
            !text.isEmpty && text.utf8.count < 100
                && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && !Self.marks.contains($0) }
                && text.utf8.first != 0x20 && text.utf8.last != 0x20
        case .array(let elements): elements.allSatisfy(isPlain)
        case .object(let members): members.allSatisfy { isPlain($0.value) }
        }
    }

    /// More than the milliseconds of the year 2200.
    private static let limit: Int64 = 10_000_000_000_000
    private static let marks = Set("\"'`\\%|&".utf8)

    init(nilLiteral: ()) {}

    init(stringLiteral json: String) {
        self.json = json
        tidy = json
    }

    /// A value that is partly or completely of the wrong type.
    static func wrong(_ json: String, tidy: String? = nil) -> HardValue {
        var value = HardValue(stringLiteral: json)
        value.tidy = tidy
        return value
    }
}

/// Reads a line of JSON of a table; invalid JSON becomes null, which matches no expectation.
func parse(_ line: String) -> JSONValue {
    (try? JSONValue(parsing: Data(line.utf8))) ?? .null
}

/// A text as ASCII JSON, so that a report shows its characters.
func jsonText(_ text: String) -> String {
    var result = "\""
    for unit in text.utf16 {
        switch unit {
        case 0x22: result += "\\\""
        case 0x5C: result += "\\\\"
        case 0x20...0x7E: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        default:
            result +=
                "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count)
                + String(unit, radix: 16)
        }
    }
    return result + "\""
}
