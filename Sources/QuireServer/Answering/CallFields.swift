import Quire

/// The fields of a call that takes a form as well as JSON: those for tokens, and a login.
///
/// HALO's Android SDK logs in with a form, its iOS SDK with JSON; both ask for tokens with a form.
struct CallFields {
    /// Bytes of such a body: names and passwords, not content.
    static let mostBytes = 64 << 10

    private let texts: [String: String]

    /// - Throws: `Refusal` where the body is neither, or a field comes twice: two readers could take either.
    init(_ request: ServedRequest) throws(Refusal) {
        try JSONBody.checkSize(request, Self.mostBytes)
        var texts: [String: String] = [:]
        if !request.body.isEmpty, try MediaType(of: request)?.isForm == true {
            guard let form = String(validating: request.body) else {
                throw Refusal(400, "The form is not UTF-8.")
            }
            for (name, value) in try Path.items(form) {
                guard texts.updateValue(value, forKey: name) == nil else { throw Self.repeated(name) }
            }
        } else {
            for member in try BodyObject(request).members {
                guard case .string(let text) = member.value else { continue }
                guard texts.updateValue(text, forKey: member.name) == nil else {
                    throw Self.repeated(member.name)
                }
            }
        }
        self.texts = texts
    }

    private static func repeated(_ name: String) -> Refusal {
        Refusal(400, "\(name.shortened): the field is there twice")
    }

    subscript(name: String) -> String? { texts[name] }

    func required(_ name: String) throws(Refusal) -> String {
        guard let text = texts[name], !text.isEmpty else {
            throw Refusal(400, "\(name): expected a text that is not empty")
        }
        return text
    }
}
