/// The words of a field's or module's name, in lowercase: `author_id`, `authorID` and `Author ID` are `author`, `id`.
struct NameWords {
    let words: [String]

    init(_ name: String) {
        var words: [String] = []
        var word = ""
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let follows = index > 0 ? scalars[index - 1] : nil
            let next = index + 1 < scalars.count ? scalars[index + 1] : nil
            if scalar.properties.isUppercase, let follows,
                follows.properties.isLowercase
                    || follows.properties.isUppercase && next?.properties.isLowercase == true,
                !word.isEmpty
            {
                words.append(word)
                word = ""
            }
            word += scalar.properties.lowercaseMapping
        }
        if !word.isEmpty { words.append(word) }
        // IDs is i, ds by the rules above.
        if words.last == "ds", words.dropLast().last == "i" {
            words.replaceSubrange((words.count - 2)..., with: ["ids"])
        }
        self.words = words
    }

    var first: String { words.first ?? "" }
    var last: String { words.last ?? "" }
    var joined: String { words.joined() }

    func contains(anyOf hints: Set<String>) -> Bool { words.contains(where: hints.contains) }

    /// The words before `id`, `ids`, `uuid` and the like, if the name ends with one.
    var stem: [String]? {
        guard words.count > 1, ["id", "ids", "uuid", "guid", "ref", "refs", "key", "fk"].contains(last) else {
            return nil
        }
        return Array(words.dropLast())
    }

    /// The singular of an English word: `books`, `categories`, `boxes`.
    static func singular(_ word: String) -> String {
        if let word = irregular[word] { return word }
        if unchanged.contains(word) { return word }
        if word.hasSuffix("ies"), word.count > 4 { return word.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes", "zzes"] where word.hasSuffix(ending) {
            return String(word.dropLast(2))
        }
        if word.hasSuffix("s"), !word.hasSuffix("ss"), !word.hasSuffix("us"), !word.hasSuffix("is"),
            word.count > 2
        {
            return String(word.dropLast())
        }
        return word
    }

    private static let irregular = [
        "people": "person", "children": "child", "men": "man", "women": "woman", "movies": "movie",
        "cookies": "cookie", "zombies": "zombie", "calories": "calorie", "hoodies": "hoodie",
        "brownies": "brownie", "statuses": "status", "buses": "bus", "bonuses": "bonus", "viruses": "virus",
        "campuses": "campus", "aliases": "alias", "gases": "gas", "lenses": "lens", "analyses": "analysis",
        "crises": "crisis", "indices": "index", "matrices": "matrix", "vertices": "vertex", "heroes": "hero",
        "potatoes": "potato", "tomatoes": "tomato", "shelves": "shelf", "leaves": "leaf", "knives": "knife",
        "wolves": "wolf", "lives": "life", "mice": "mouse", "feet": "foot", "teeth": "tooth",
    ]

    /// Words that end as a plural but are none.
    private static let unchanged: Set<String> = [
        "alias", "atlas", "bias", "canvas", "diabetes", "gas", "gps", "lens", "means", "news", "series",
        "species",
        "tennis", "texas", "christmas", "mathematics", "physics", "economics", "politics", "always",
        "perhaps",
    ]
}
