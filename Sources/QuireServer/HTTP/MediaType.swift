import QuireCore

/// The media type of a request's body, from its Content-Type header.
struct MediaType: Equatable {
    /// The type without its parameters, in lowercase: `application/json`.
    let name: String

    /// Reads the header; `nil` if there is none.
    ///
    /// - Throws: `APIError` if there are several, or if the charset is not UTF-8, because the body would be misread.
    init?(of request: ServedRequest) throws(APIError) {
        let values = request.values(ofHeader: "Content-Type")
        guard let value = values.first else { return nil }
        guard values.count == 1 else {
            throw APIError(400, "The request has \(values.count) Content-Type headers. Send one.")
        }
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        name = (parts.first ?? "").trimmingSpaces.lowercased()
        for parameter in parts.dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.trimmingSpaces.lowercased() }
            guard pair.count == 2, pair[0] == "charset" else { continue }
            let charset = pair[1].filter { $0 != "\"" }
            guard ["utf-8", "utf8", "us-ascii"].contains(charset) else {
                throw APIError(
                    415, "The body's charset is \"\(charset.shortened)\"; this server reads UTF-8.")
            }
        }
    }

    var isJSON: Bool {
        name == "application/json" || (name.hasPrefix("application/") && name.hasSuffix("+json"))
    }

    var isForm: Bool { name == "application/x-www-form-urlencoded" }
}
