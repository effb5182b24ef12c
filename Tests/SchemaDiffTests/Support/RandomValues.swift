import QuireCore
import QuireSchema
import Seeds

/// Random items of a schema, with unusual values among them.
struct RandomValues {
    let schema: Schema
    var random: SeededGenerator

    init(_ schema: Schema, seed: UInt64) {
        self.schema = schema
        random = SeededGenerator(seed: seed)
    }

    mutating func item(of fields: [QuireSchema.Field]) -> Value {
        var members: [Value.Member] = []
        for field in fields where field.required || Int.random(in: 0..<3, using: &random) > 0 {
            members.append(.init(field.name, value(of: field.type)))
        }
        return .object(members)
    }

    mutating func value(of type: FieldType) -> Value {
        switch type {
        case .text, .longText, .html, .url, .image, .video, .audio, .document, .color:
            return .string(
                one(of: [
                    "", "plain", "12", "true", "2024-02-29", "2024-02-29T12:00:00Z", "a", "é", "#ff0000",
                    "null",
                ]))
        case .integer: return .integer(one(of: [0, 5, -3, 9_007_199_254_740_993, 1_700_000_000_000]))
        case .number: return .number(one(of: [0.5, 5, -2.25, 1e300, 1_700_000_000_000.5]))
        case .boolean: return .boolean(one(of: [true, false]))
        case .date(let format), .time(let format), .dateTime(let format):
            let isDay = if case .date = type { true } else { false }
            return date(format, isDay: isDay)
        case .geopoint: return .object([.init("latitude", .number(1.5)), .init("longitude", .number(-2.5))])
        case .json:
            return one(of: [
                .integer(5), .string("x"), .array([.integer(1), .string("a")]), .object([.init("a", .null)]),
            ])
        case .localizedText:
            return one(of: [
                .string("plain"), .object([.init("en", .string("a")), .init("fr", .string("b"))]),
            ])
        case .choice(let choices):
            let (values, closed) = values(of: choices)
            return .string(one(of: closed ? values : values + ["unknown value"]))
        case .choices(let choices): return list(of: .choice(choices))
        case .list(let element): return list(of: element)
        case .relation: return .string(one(of: ["1", "id-2"]))
        case .relations(let module): return list(of: .relation(module: module))
        case .object(let fields): return item(of: fields)
        case .scalar(let name):
            switch schema.scalars.first(where: { $0.name == name })?.base {
            case .text: return value(of: .text)
            case .integer: return value(of: .integer)
            case .number: return value(of: .number)
            case .boolean: return value(of: .boolean)
            case .json, nil: return value(of: .json)
            }
        }
    }

    private mutating func list(of type: FieldType) -> Value {
        .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in value(of: type) })
    }

    /// 2024-02-29, with a time of day unless the type has none.
    private mutating func date(_ format: QuireSchema.DateFormat, isDay: Bool) -> Value {
        let seconds: Int64 = one(of: [1_709_164_800, 0, -86_400]) + (isDay ? 0 : one(of: [0, 3_661]))
        switch format {
        case .epochMilliseconds: return .integer(seconds * 1000)
        case .epochSeconds: return .integer(seconds)
        case .rfc3339:
            return .string(
                one(of: ["2024-02-29T00:00:00Z", isDay ? "1970-01-01T00:00:00Z" : "2024-02-29T12:30:00Z"]))
        case .dateOnly: return .string(one(of: ["2024-02-29", "1970-01-01"]))
        }
    }

    private func values(of choices: ChoiceSet) -> (values: [String], closed: Bool) {
        switch choices {
        case .inline(let values, let closed): return (values.map(\.raw), closed)
        case .shared(let name):
            let enumeration = schema.enumerations.first { $0.name == name }
            return (enumeration?.values.map(\.raw) ?? [], enumeration?.closed ?? false)
        }
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }
}
