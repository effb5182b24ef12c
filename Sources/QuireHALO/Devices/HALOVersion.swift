import Foundation
import QuireCore
import QuireHTTP

/// The versions of HALO's own SDKs that the server still supports.
public struct HALOVersion: Sendable, Hashable {
    public var minimumIOS: String?
    public var iOSChangeLog: String?
    public var minimumAndroid: String?
    public var androidChangeLog: String?
    /// The complete response.
    public var json: JSONValue

    /// The endpoint.
    public enum Place: Sendable, Hashable {
        /// `GET api/authentication/version/current`, as on Android.
        case path
        /// `GET api/authentication/version?current=true`. iOS sends `current` in the body of the GET, which
        /// `URLSession` does not support.
        case query
    }

    init(_ response: ResponseObject) throws {
        // The server returns an array with one element. A bare object is accepted too.
        var response = response
        if case .array = response.value {
            guard let first = try response.elements().first else {
                throw response.mismatch(nil, expected: "an array of one object", found: "an empty array")
            }
            response = first
        }
        try response.expectObject()
        minimumIOS = response.scalarText("minIOS")
        iOSChangeLog = response.looseText("iosChangeLog")
        minimumAndroid = response.scalarText("minAndroid")
        androidChangeLog = response.looseText("androidChangeLog")
        json = response.value
    }

    /// Whether a version is older than another, compared number by number: 2.10 is newer than 2.9, and 2.0 equals 2.
    public static func isOlder(_ version: String, than other: String) -> Bool {
        func numbers(_ text: String) -> [Int] {
            var numbers = text.split(separator: ".").map { Int($0.prefix { $0.isASCII && $0.isNumber }) ?? 0 }
            while numbers.last == 0 { numbers.removeLast() }
            return numbers
        }
        return numbers(version).lexicographicallyPrecedes(numbers(other))
    }
}

extension HALOEngine {
    /// Requests the versions of HALO's SDKs that the server still supports (E17).
    ///
    /// - Parameters:
    ///   - place: The form of the request: the version's path, or a query.
    ///   - serverCache: How many seconds old a cached response may be. Defaults to a day, as in HALO's SDK.
    /// - Throws: `HALOError`, `HALOResponseError`, `TransportError`, `AuthorizationError`.
    public func version(
        from place: HALOVersion.Place = .path, serverCache: Int = 86_400
    ) async throws -> HALOVersion {
        var call = HALOCall(.get, "authentication/version")
        switch place {
        case .path: call.path.append("current")
        case .query: call.query = [URLQueryItem(name: "current", value: "true")]
        }
        call.serverCache = serverCache
        return try HALOVersion(ResponseObject(try await connection.send(call), to: call))
    }
}
