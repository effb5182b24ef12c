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
