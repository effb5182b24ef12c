import Foundation

/// JSON in the checks of the data: read by Foundation, not by Quire, so that the two can be compared.
enum PlainJSON: Decodable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list([PlainJSON])
    case object([String: PlainJSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([PlainJSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: PlainJSON].self))
        }
    }

    subscript(key: String) -> PlainJSON? {
        if case .object(let members) = self { members[key] } else { nil }
    }

    var text: String? { if case .text(let value) = self { value } else { nil } }
    var list: [PlainJSON]? { if case .list(let value) = self { value } else { nil } }
    var integer: Int? { if case .integer(let value) = self { value } else { nil } }
    var members: [String: PlainJSON] { if case .object(let value) = self { value } else { [:] } }

    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }
}
