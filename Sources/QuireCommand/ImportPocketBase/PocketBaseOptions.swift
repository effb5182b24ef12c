import QuireSchema

/// The settings of a collection or a field. One that is missing has PocketBase's default: an empty text, false, 0 or
/// an empty list. One of a wrong type is an error.
struct PocketBaseOptions {
    private let json: JSONValue
    private let what: String

    /// - Parameter what: What has the settings, for errors.
    init(_ json: JSONValue, of what: String) {
        self.json = json
        self.what = what
    }

    var location: SourceLocation { json.location }

    func text(_ key: String, _ errors: inout PocketBaseErrors) -> String {
        value(key, expected: "a text", errors: &errors, read: \.string) ?? ""
    }

    func flag(_ key: String, _ errors: inout PocketBaseErrors) -> Bool {
        value(key, expected: "true or false", errors: &errors, read: \.boolean) ?? false
    }

    /// A count of elements, characters or bytes.
    func count(_ key: String, _ errors: inout PocketBaseErrors) -> Int64 {
        value(key, expected: "a whole number from 0", errors: &errors) {
            $0.integer.flatMap { $0 >= 0 ? $0 : nil }
        } ?? 0
    }

    /// The source text of a number; `nil` if there is none.
    func number(_ key: String, _ errors: inout PocketBaseErrors) -> String? {
        value(key, expected: "a number", errors: &errors) {
            $0.numberText.flatMap { Double($0)?.isFinite == true ? $0 : nil }
        }
    }

    func texts(_ key: String, _ errors: inout PocketBaseErrors) -> [String] {
        value(key, expected: "a list of texts", errors: &errors) { list in
            let texts = list.elements.compactMap(\.string)
            return list.kind == .array && texts.count == list.elements.count ? texts : nil
        } ?? []
    }

    /// A text that must be there, with at most 256 characters.
    func name(_ key: String, _ errors: inout PocketBaseErrors) -> String? {
        guard let member = json.value(of: key), member.kind != .null else {
            errors.add("\(what) has no \(quoted(key))", at: json.location)
            return nil
        }
        guard let name = member.string, (1...256).contains(name.unicodeScalars.count) else {
            errors.add(
                "the \(quoted(key)) of \(what) must be a text with 1 to 256 characters", at: member.location)
            return nil
        }
        if let advice = composingAdvice(name) {
            errors.add("the \(quoted(key)) \(quoted(name)) of \(what) \(advice)", at: member.location)
            return nil
        }
        return name
    }

    private func value<Value>(
        _ key: String, expected: String, errors: inout PocketBaseErrors, read: (JSONValue) -> Value?
    ) -> Value? {
        guard let member = json.value(of: key), member.kind != .null else { return nil }
        if let value = read(member) { return value }
        errors.add("the \(quoted(key)) of \(what) must be \(expected)", at: member.location)
        return nil
    }
}
