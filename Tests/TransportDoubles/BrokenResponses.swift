import Foundation
import Quire
import QuireHTTP

/// Responses of search clusters, intact and damaged in ways that parsers often handle incorrectly.
package struct BrokenResponses {
    private var random: SeededGenerator
    private let responses: [[UInt8]]

    /// - Parameter responses: Intact responses. Each is used with several orders of members, and with and without
    ///   escapes.
    package init(seed: UInt64, of responses: [JSONValue]) {
        random = SeededGenerator(seed: seed)
        self.responses = responses.flatMap { response -> [[UInt8]] in
            [response, response.ordered(by: <), response.ordered(by: >)].flatMap {
                [Array($0.description.utf8), Self.escaped($0.description)]
            }
        }
    }

    /// The responses without changes.
    package var whole: [Data] { responses.map { Data($0) } }

    private static let pieces: [[UInt8]] =
        [
            "\"", "\\", "\\\"", "\\\\\"", "\\u", "\\uD800", "\\u0022", "\\n", "\\/", "{", "}", "[", "]", ",",
            ":",
            "null", "true", "-", "1e999", "\n", " ", "99999999999999999999", "{}", "[]", "\"x\"", "5",
            "},{", "\\\"},{\\\"id\\\":\\\"9\\\"",
        ].map { Array($0.utf8) } + [
            [0], [0x1F], [0x80], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xFF], [0xF0, 0x9F, 0x98, 0x80],
        ]

    /// Responses with one to three changes each.
    package mutating func broken(_ count: Int) -> [Data] { (0..<count).map { _ in broken() } }

    /// A response with one to three changes.
    package mutating func broken() -> Data {
        var bytes = responses.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            let end = min(bytes.count, place + Int.random(in: 0...30, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 4: bytes.removeLast(Int.random(in: 0...min(40, bytes.count), using: &random))
            default: bytes.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? [], at: place)
            }
        }
        return Data(bytes)
    }

    /// The same JSON, with all non-ASCII characters and slashes escaped.
    private static func escaped(_ json: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for unit in json.utf16 {
            switch unit {
            case 0x2F: bytes += Array("\\/".utf8)
            case ..<0x80: bytes.append(UInt8(unit))
            default: bytes += Array("\\u\(String(Int(unit) + 0x10000, radix: 16).dropFirst())".utf8)
            }
        }
        return bytes
    }
}

/// The result of a response with simple parsing: parsed as a whole, instances assembled as texts, and read as a page.
package struct PlainResponse {
    /// The instances as JSON.
    package var instances: [String] = []
    package var total: Int?

    package init() {}

    /// The response is invalid, or an engine must reject it.
    package struct Refused: Error {
        package init() {}
    }

    /// Adds an instance from the parts in a document.
    package mutating func add(metadata: String, values: [(name: String, text: String)], rest: String?) {
        // A text that does not end as an object is not an object, regardless of what follows.
        var json = String(decoding: metadata.utf8.dropLast(), as: UTF8.self)
        if metadata.utf8.last != UInt8(ascii: "}") { json = "no object" }
        if json.utf8.count > 1 { json += "," }
        if let rest, !rest.isEmpty, rest.utf8.first != UInt8(ascii: "{") {
            instances.append(json + "\"values\":\(rest)}")
            return
        }
        var members = values.map { "\(JSONValue.string($0.name)):\($0.text)" }
        if let rest, rest.utf8.count > 2 {
            members.append(String(decoding: rest.utf8.dropFirst().dropLast(), as: UTF8.self))
        }
        instances.append(json + "\"values\":{\(members.joined(separator: ","))}}")
    }

    /// The differences between an engine's results and simple parsing, for each response, read strictly and leniently.
    ///
    /// - Parameter read: Reads a response; throws an error if an engine must reject it.
    package static func differences<Item: Equatable & Sendable>(
        _ bodies: [Data], to request: SearchRequest, decoder: ItemDecoder<Item>,
        engine: (any Transport) -> any ContentEngine, read: (JSONValue) throws -> PlainResponse
    ) async -> [String] {
        var differences: [String] = []
        for body in bodies {
            for mode in [DecodingOptions.Mode.strict, .lenient] {
                var request = request
                request.decoding.mode = mode
                if let difference = await difference(
                    body, to: request, decoder: decoder, engine: engine, read: read)
                {
                    differences.append("\(difference) (\(mode)): \(String(decoding: body, as: UTF8.self))")
                }
            }
        }
        return differences
    }

    private static func difference<Item: Equatable & Sendable>(
        _ body: Data, to request: SearchRequest, decoder: ItemDecoder<Item>,
        engine: (any Transport) -> any ContentEngine, read: (JSONValue) throws -> PlainResponse
    ) async -> String? {
        let transport = ClosureTransport { _ in HTTPResponse(status: 200, body: body) }
        var found: SearchResponse<Item>?
        do {
            found = try await engine(transport).search([request], decoding: decoder).first
        } catch {
            found = nil
        }
        let json: JSONValue
        do throws(ValueDecodingError) {
            json = try JSONValue(parsing: body)
        } catch {
            // A number that no double can represent is valid JSON, and is skipped if it is not used.
            if error.reason == .outOfRange { return nil }
            return found == nil ? nil : "a response that is no JSON was read"
        }
        do {
            let plain = try read(json)
            let page = Data("{\"items\":[\(plain.instances.joined(separator: ","))]}".utf8)
            let expected = try decoder.decodePage(page, options: request.decoding)
            guard let found else { return "\(expected.items.count) items were refused" }
            if found.items != expected.items { return "the items are others" }
            if found.rejected.map(\.path) != expected.rejected.map(\.path) {
                return "other items are put aside"
            }
            if let total = plain.total, found.pageInfo.totalItems != total { return "another total" }
            return nil
        } catch {
            return found == nil ? nil : "read in spite of: \(error)"
        }
    }
}

extension JSONValue {
    /// The same value, with the members of all objects sorted by name.
    fileprivate func ordered(by precedes: (String, String) -> Bool) -> JSONValue {
        switch self {
        case .object(let members):
            .object(
                members.map { Member($0.name, $0.value.ordered(by: precedes)) }
                    .sorted { precedes($0.name, $1.name) })
        case .array(let elements): .array(elements.map { $0.ordered(by: precedes) })
        default: self
        }
    }
}
