import QuireCore

/// The fields of a call that accepts a form or JSON: a request for a token, or a login.
///
/// HALO's Android SDK logs in with a form and its iOS SDK with JSON. Both request tokens with a form.
struct CallFields {
    /// The maximum size of such a body in bytes: it holds names and passwords, not content.
    static let mostBytes = 64 << 10

    private let texts: [String: String]

    /// - Throws: `APIError` if the body is neither, or a form has a field twice.
    init(_ request: ServedRequest) throws(APIError) {
        try JSONBody.checkSize(request, Self.mostBytes)
        var texts: [String: String] = [:]
        if !request.body.isEmpty, try MediaType(of: request)?.isForm == true {
            guard let form = String(validating: request.body) else {
                throw APIError(400, "The form is not UTF-8.")
            }
            for (name, value) in try Path.items(form) {
                guard texts.updateValue(value, forKey: name) == nil else {
                    throw APIError(400, "\(name.shortened): the form has the field twice. Send it once.")
                }
            }
        } else {
            for member in try BodyObject(request).members {
                if case .string(let text) = member.value { texts[member.name] = text }
            }
        }
        self.texts = texts
    }

    subscript(name: String) -> String? { texts[name] }

    func required(_ name: String) throws(APIError) -> String {
        guard let text = texts[name], !text.isEmpty else {
            throw APIError(400, "\(name): expected a text that is not empty")
        }
        return text
    }
}

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
