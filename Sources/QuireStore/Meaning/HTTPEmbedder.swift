import Foundation
import QuireCore
import QuireEngine
import QuireHTTP
import QuireToolbox

/// An embedder that calls a server with the usual endpoint for embeddings, such as `https://example.com/v1/embeddings`.
///
/// ```swift
/// var options = StoreOptions()
/// options.embedder = HTTPEmbedder(url, model: "all-MiniLM-L6-v2", apiKey: key)
/// ```
/// It sends `{"model": "…", "input": ["…"]}`, and reads `{"data": [{"index": 0, "embedding": [0.1, …]}]}`. The key is
/// sent as `Authorization: Bearer …`, and occurs in no error and no description. Failures that may pass are retried.
public struct HTTPEmbedder: Embedder, CustomStringConvertible {
    public let model: String
    private let url: URL
    private let authorization: String?
    private let timeout: Duration
    private let transport: any Transport

    /// - Parameters:
    ///   - url: The address of the endpoint.
    ///   - model: The name of the model, in the schema and on the server.
    ///   - apiKey: The key of the server; `nil` if it needs none.
    ///   - timeout: The time for a batch of up to 32 texts, all attempts included.
    ///   - transport: The network, or a test double. Retries are added to it.
    public init(
        _ url: URL, model: String, apiKey: String? = nil, timeout: Duration = .seconds(60),
        transport: any Transport = NetworkTransport()
    ) {
        self.url = url
        self.model = model
        self.timeout = timeout
        authorization = apiKey.map { "Bearer \($0)" }
        self.transport = transport.wrapped(in: [RetryMiddleware()])
    }

    public var description: String { "HTTPEmbedder(\(model))" }

    /// - Throws: `HTTPEmbedderError` if the server refuses the request or its response is not of the usual form;
    ///   `TransportError`; `CancellationError`.
    public func vectors(for texts: [String]) async throws -> [[Float]] {
        var json = JSONWriter()
        json.beginObject()
        json.key("model" as StaticString)
        json.string(model)
        json.key("input" as StaticString)
        json.beginArray()
        for text in texts { json.string(text) }
        json.endArray()
        json.endObject()
        var request = HTTPRequest(
            .post, url, headers: ["Content-Type": "application/json", "Accept": "application/json"],
            body: Data(json.bytes))
        if let authorization { request.headers["Authorization"] = authorization }
        request.isRepeatable = true
        let response = try await transport.send(request, deadline: .after(timeout))
        guard (200..<300).contains(response.status) else {
            throw HTTPEmbedderError(model: model, status: response.status, reason: message(of: response))
        }
        guard let body = try? JSONValue(parsing: response.body) else {
            throw malformed("the response is not JSON", response)
        }
        guard case .array(let data)? = body.member("data") else {
            throw malformed("the response has no list \"data\"", response)
        }
        guard data.count == texts.count else {
            throw malformed("the response has \(data.count) vectors for \(texts.count) texts", response)
        }
        var vectors: [[Float]?] = Array(repeating: nil, count: texts.count)
        for (position, element) in data.enumerated() {
            var index = position
            switch element.member("index") {
            case .integer(let number)?: index = Int(clamping: number)
            case nil: break
            default: throw malformed("an \"index\" is not a whole number", response)
            }
            guard vectors.indices.contains(index), vectors[index] == nil else {
                throw malformed("the \"index\" \(index) is out of range or occurs twice", response)
            }
            guard case .array(let components)? = element.member("embedding") else {
                throw malformed("an element has no list \"embedding\"", response)
            }
            vectors[index] = try components.map { component in
                switch component {
                case .integer(let number): return Float(number)
                case .number(let number): return Float(number)
                default: throw malformed("an \"embedding\" has something else than numbers", response)
                }
            }
        }
        return vectors.compactMap(\.self)
    }

    private func malformed(_ reason: String, _ response: HTTPResponse) -> HTTPEmbedderError {
        HTTPEmbedderError(model: model, status: response.status, reason: reason)
    }

    /// The server's message, without the key, which some servers repeat.
    private func message(of response: HTTPResponse) -> String {
        var message = String(decoding: response.body.prefix(2_000), as: UTF8.self)
        if let json = try? JSONValue(parsing: response.body) {
            for candidate in [
                json.member("error")?.member("message"), json.member("error"), json.member("message"),
            ] {
                guard case .string(let text)? = candidate else { continue }
                message = text
                break
            }
        }
        if let key = authorization?.dropFirst("Bearer ".count), !key.isEmpty {
            message = message.replacingOccurrences(of: String(key), with: "…")
        }
        return PlainText.oneLine(message).shortened
    }
}

/// A server for embeddings refused a request, or its response does not have the usual form.
public struct HTTPEmbedderError: Error, Sendable, Hashable, CustomStringConvertible {
    public var model: String
    /// The HTTP status.
    public var status: Int
    /// The server's message, or what is wrong with its response.
    public var reason: String

    init(model: String, status: Int, reason: String) {
        self.model = model
        self.status = status
        self.reason = reason
    }

    public var description: String {
        PlainText.error(
            "Could not get vectors from the server for the model \"\(model)\": status \(status)"
                + (reason.isEmpty ? "" : ", \(reason)"), advice)
    }

    private var advice: String {
        switch status {
        case 200..<300: "Use the address of an endpoint that responds as /v1/embeddings does."
        case 401, 403: "Check the key."
        case 404: "Check the address and the name of the model."
        case 429, 500...: "Try again later."
        default: "Check the address, the name of the model and the texts."
        }
    }
}
