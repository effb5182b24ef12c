import QuireSchema

/// Validation rules that are not implied by the field type.
enum HALORules {
    /// A sentence for each rule that a schema cannot express. Parameters may be numbers or texts.
    static func sentences(_ rules: JSONValue?) -> [String] {
        var sentences: [String] = []
        var seen: Set<String> = []
        for rule in rules?.elements ?? [] {
            guard let name = rule.value(of: "rule")?.string, !saidByType.contains(name) else { continue }
            let parameters = (rule.value(of: "params")?.elements ?? []).compactMap {
                $0.string ?? $0.numberText
            }
            let sentence = sentence(name, parameters)
            if seen.insert(sentence).inserted { sentences.append(sentence) }
        }
        return sentences
    }

    private static func sentence(_ name: String, _ parameters: [String]) -> String {
        if name == "isLength", let sentence = length(parameters) { return sentence }
        let list = parameters.isEmpty ? "" : "(" + parameters.joined(separator: ", ") + ")"
        return "HALO checks it with \(name)\(list)."
    }

    private static func length(_ parameters: [String]) -> String? {
        let bounds = parameters.map { Int($0) }
        switch (bounds.first ?? nil, bounds.count > 1 ? bounds[1] : nil) {
        case (let least?, let most?) where least > 0: return "From \(least) to \(most) characters."
        case (_, let most?): return "At most \(most) characters."
        case (let least?, nil) where least > 0 && bounds.count == 1: return "At least \(least) characters."
        default: return nil
        }
    }

    /// The rules that the types of a schema imply.
    private static let saidByType: Set<String> = [
        "custom||isString", "custom||isNumber", "matches", "custom||isTimestamp", "custom||isStrictBoolean",
        "isHexColor", "custom||isRelation", "custom||isJSONObject", "custom||isJSONArray",
        "custom||hasAllKeyLanguage", "custom||allObjectValuesAreStringValidator",
        "custom||multipleChoiceValidator", "custom||singleChoiceValidator",
    ]
}
