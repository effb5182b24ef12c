import QuireSchema

/// Describes in plain words who may do what with a collection.
enum PocketBaseRules {
    private static let actions = ["list", "view", "create", "update", "delete"]

    /// `Everyone may list and view. Only superusers may create, update and delete.`
    static func description(
        of collection: PocketBaseCollection, _ errors: inout PocketBaseErrors
    ) -> String {
        var sentences: [String] = []
        if collection.kind == .view { sentences.append("A view, which is read-only.") }
        let settings = PocketBaseOptions(
            collection.json, of: "the collection \(quoted(collection.name))")
        var groups: [(people: String, actions: [String])] = []
        for action in collection.kind == .view ? ["list", "view"] : actions {
            let key = action + "Rule"
            // A missing rule and null mean the same: superusers only.
            let isLocked = (collection.json.value(of: key)?.kind ?? .null) == .null
            let people = isLocked ? "Only superusers may" : people(settings.text(key, &errors))
            if let index = groups.firstIndex(where: { $0.people == people }) {
                groups[index].actions.append(action)
            } else {
                groups.append((people, [action]))
            }
        }
        sentences += groups.map { "\($0.people) \(list($0.actions))." }
        return sentences.joined(separator: " ")
    }

    private static func people(_ rule: String) -> String {
        let lines = rule.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
        let line = lines.joined(separator: " ")
        switch line {
        case "": return "Everyone may"
        case "@request.auth.id != \"\"", "@request.auth.id != ''": return "Signed-in users may"
        default: return "Whoever meets \(code(line)) may"
        }
    }

    /// The text as code in a doc comment.
    private static func code(_ text: String) -> String { text.contains("`") ? text : "`\(text)`" }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
