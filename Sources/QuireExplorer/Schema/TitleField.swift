import QuireSchema

/// Guesses which field of a module stands for an item.
enum TitleField {
    /// Names that mean a title, best first.
    private static let names = [
        "title", "name", "fullname", "displayname", "label", "headline", "subject", "username", "email",
        "slug",
    ]

    /// A text with one of the usual names, or else the first required text, or else the first text.
    static func likeliest(in fields: [Field]) -> String? {
        let texts = fields.filter { isText($0.type) }
        for name in names {
            let match = texts.first {
                $0.name.lowercased().filter { $0.isLetter } == name
            }
            if let match { return match.name }
        }
        return texts.first(where: \.required)?.name ?? texts.first?.name
    }

    private static func isText(_ type: FieldType) -> Bool {
        switch type {
        case .text, .localizedText: true
        default: false
        }
    }
}
