import QuireCore

extension String {
    /// Removes secret texts in any of the forms in which they are sent, because servers repeat what they received.
    /// Texts of fewer than four characters are kept, because they occur in every sentence.
    func hiding(_ secrets: [String]) -> String {
        let forms = secrets.filter { $0.count >= 4 }.flatMap { secret in
            [
                secret, FormBody.encoded(secret),
                String(JSONValue.string(secret).description.dropFirst().dropLast()),
            ]
        }
        // Longest first, because one may be part of another.
        return forms.sorted { $0.count > $1.count }.reduce(self) { text, form in
            text.replacing(form, with: "…")
        }
    }
}

extension HALOError {
    /// The same without secret texts, because servers repeat what they were sent.
    func hiding(_ secrets: [String]) -> HALOError {
        var error = self
        error.message = message?.hiding(secrets)
        error.type = type?.hiding(secrets)
        return error
    }
}
