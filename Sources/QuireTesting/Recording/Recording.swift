public import Foundation
import QuireHTTP

/// HTTP exchanges as a JSON file, created by `RecordedTransport` and readable by people.
public struct Recording: Sendable, Hashable, Codable {
    /// A request with its response.
    public struct Exchange: Sendable, Hashable, Codable {
        public var request: Request
        public var response: Response
    }

    /// A request without its secrets.
    public struct Request: Sendable, Hashable, Codable {
        public var method: String
        public var url: String
        public var headers: [String: String]
        public var body: Body?
    }

    /// A response without its secrets.
    public struct Response: Sendable, Hashable, Codable {
        public var status: Int
        public var headers: [String: String]
        public var body: Body?
    }

    /// A body: text if it is UTF-8, otherwise Base64.
    public enum Body: Sendable, Hashable, Codable {
        case text(String)
        case base64(Data)
    }

    public var exchanges: [Exchange] = []

    public init() {}

    func write(to file: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: file, options: .atomic)
    }
}

extension Recording.Body {
    /// `nil` for an empty body.
    init?(_ data: Data?) {
        guard let data, !data.isEmpty else { return nil }
        self = String(data: data, encoding: .utf8).map(Recording.Body.text) ?? .base64(data)
    }

    var data: Data {
        switch self {
        case .text(let text): Data(text.utf8)
        case .base64(let data): data
        }
    }

    private enum CodingKeys: CodingKey { case text, base64 }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            self = .text(text)
        } else {
            self = .base64(try container.decode(Data.self, forKey: .base64))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .text(let text): try container.encode(text, forKey: .text)
        case .base64(let data): try container.encode(data, forKey: .base64)
        }
    }
}

extension Recording.Request {
    func isSame(as other: Self) -> Bool {
        method == other.method && url == other.url && body == other.body
    }

    var outline: String {
        let body =
            switch body {
            case .text(let text)?: " " + (text.count > 300 ? text.prefix(300) + "…" : text)
            case .base64(let data)?: " \(data.count) bytes"
            case nil: ""
            }
        return "\(method) \(url)\(body)"
    }
}

extension Recording.Response {
    var response: HTTPResponse {
        var fields = HTTPHeaders()
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.append(name, value) }
        return HTTPResponse(status: status, headers: fields, body: body?.data ?? Data())
    }
}
