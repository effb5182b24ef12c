public import Quire

// Sort keys behind relations, and a plain evaluator of them.

extension RandomLibrary {
    private static let author = RelationStep("author", to: Writers.descriptor)
    private static let publisher = RelationStep("publisher", to: Houses.descriptor)

    private static let sortable: [(name: String, steps: [RelationStep])] = [
        ("pages", []), ("editors", []), ("name", [author]), ("birthYear", [author]), ("fields", [author]),
        ("biography", [author]), ("publisher", [author]), ("country", [author, publisher]),
    ]

    /// One to three random sort keys of novels. At least one is behind a relation.
    public mutating func sortKeys() -> [SortKey] {
        var keys: [SortKey] = []
        repeat {
            keys = (0...random.below(3)).map { _ in
                let field = Self.sortable[random.below(Self.sortable.count)]
                return SortKey(
                    .value(field.name), random.below(2) == 0 ? .ascending : .descending,
                    nulls: [nil, .first, .last][random.below(3)], behind: field.steps)
            }
        } while keys.allSatisfy(\.steps.isEmpty)
        return keys
    }

    /// Whether novels stand in an order. Ties may stand in any order.
    public func isSorted(_ ids: [String], by keys: [SortKey]) -> Bool {
        let places = ids.map { id in keys.map { smallest($0, of: id) } }
        return zip(places, places.dropFirst()).allSatisfy { left, right in
            for (key, (left, right)) in zip(keys, zip(left, right)) where left != right {
                let putsNoValueFirst = (key.nulls ?? (key.order == .ascending ? .first : .last)) == .first
                guard let left else { return putsNoValueFirst }
                guard let right else { return !putsNoValueFirst }
                return left.utf8.lexicographicallyPrecedes(right.utf8) == (key.order == .ascending)
            }
            return true
        }
    }

    /// The smallest value of a key's field. All numbers have one digit, so that their texts have the same order.
    private func smallest(_ key: SortKey, of id: String) -> String? {
        guard let novel = novels.first(where: { $0.id.rawValue == id }) else { return nil }
        let author = writers.first { $0.id.rawValue == novel.author?.id.rawValue }
        let house = houses.first { $0.id.rawValue == author?.publisher?.id.rawValue }
        return switch key.joinedName {
        case "pages": novel.pages.map(String.init)
        case "editors": novel.editors.map(\.id.rawValue).min()
        case "author.name": author?.values.name
        case "author.birthYear": author?.birthYear.map(String.init)
        case "author.fields": author?.values.fields.min()
        case "author.biography": author?.biography
        case "author.publisher": author?.publisher?.id.rawValue
        default: house?.country?.rawValue
        }
    }
}
