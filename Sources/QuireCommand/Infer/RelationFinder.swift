/// Finds the fields whose values are ids of a module's items.
struct RelationFinder {
    /// A field that may be a relation.
    struct Candidate {
        var module: Int
        var field: String
        var target: Int
        var isNamed: Bool
        var found = 0
        var total = 0

        /// Whether enough values are ids.
        var holds: Bool { total > 0 && (isNamed ? found * 2 >= total : found == total) }
    }

    let modules: [ModuleProfile]
    private(set) var candidates: [Candidate] = []

    /// - Parameter modules: The modules in the order of the schema.
    init(_ modules: [ModuleProfile]) {
        self.modules = modules
        for (index, module) in modules.enumerated() {
            for field in module.items.fields where module.removedID != field.name { add(field, of: index) }
        }
    }

    /// Reads the files again and counts how many values are ids.
    mutating func count() throws {
        for (index, module) in modules.enumerated() {
            let own = candidates.indices.filter { candidates[$0].module == index }
            if own.isEmpty { continue }
            for (path, form) in module.files {
                let reader = try DataReader(path: path)
                try ModuleProfile.forEach(reader) { record in
                    var members = record.members
                    if form == .instance {
                        guard case .object(let values)? = members.value("values") else { return }
                        members = values
                    }
                    for position in own {
                        guard let value = members.value(candidates[position].field) else { continue }
                        for id in Self.ids(value, modules[index].items.field(candidates[position].field)) {
                            candidates[position].total += 1
                            if modules[candidates[position].target].ids.chosen?.hashes.contains(
                                IDProfile.hash(id)) == true
                            {
                                candidates[position].found += 1
                            }
                        }
                    }
                }
            }
        }
    }

    /// The best relation of a field: by its name, then by the most values.
    func relation(of field: String, in module: Int) -> Candidate? {
        candidates.filter { $0.module == module && $0.field == field && $0.holds }
            .max { ($0.isNamed ? 1 : 0, $0.found, -$0.target) < ($1.isNamed ? 1 : 0, $1.found, -$1.target) }
    }

    /// The ids that a value holds: a text, a number, a list of them, or a cell with separated ones.
    static func ids(_ value: DataValue, _ profile: FieldProfile?) -> [String] {
        switch value {
        case .list(let elements): return elements.compactMap(RecordIdentity.id)
        case .cell(let text):
            if case .list(let elements)? = ValueConversion.container(text) {
                return elements.compactMap(RecordIdentity.id)
            }
            guard let profile, isList(profile), !CellText.isBlank(text) else {
                return CellText.isBlank(text) ? [] : [CellText.trimmed(text)]
            }
            return ListSeparator.elements(of: text, separator: profile.cells.separators.separator)
        case .object: return []
        default: return RecordIdentity.id(value).map { [$0] } ?? []
        }
    }

    /// Whether several cells hold several values.
    private static func isList(_ profile: FieldProfile) -> Bool {
        guard let separator = profile.cells.separators.separator else { return false }
        return profile.cells.separators.count(separator) >= 1
    }

    private mutating func add(_ field: FieldProfile, of index: Int) {
        let texts = [field.texts, field.cells, field.element.texts]
        let isScalar = field.objects == 0 && field.booleans == 0 && field.fractions == 0 && field.count > 0
        guard isScalar, field.element.objects == 0, field.element.booleans == 0, field.element.lists == 0,
            !texts.contains(where: { $0.withNewline > 0 || $0.longest > 2_000 })
        else { return }
        let words = NameWords(field.name)
        let stem = words.stem ?? words.words
        for (target, other) in modules.enumerated() {
            guard let ids = other.ids.chosen else { continue }
            if target == index, other.removedID == nil, !other.hasEnvelopes, ids.name == field.name {
                continue
            }
            let isNamed = Self.names(stem, other.name)
            if target == index, words.stem == nil, !isNamed { continue }
            if !isNamed {
                // Without the name of the module, small numbers would match by chance.
                guard words.stem != nil || samples(of: field).allSatisfy({ $0.utf8.count >= 8 }) else {
                    continue
                }
                guard !samples(of: field).isEmpty,
                    samples(of: field).allSatisfy({ ids.hashes.contains(IDProfile.hash($0)) })
                else { continue }
            }
            candidates.append(Candidate(module: index, field: field.name, target: target, isNamed: isNamed))
        }
    }

    /// Some of the values.
    private func samples(of field: FieldProfile) -> [String] {
        [field.texts.distinct, field.numbers, field.element.texts.distinct, field.element.numbers].flatMap {
            $0.sorted.prefix(50)
        } + field.cells.distinct.sorted.prefix(50).flatMap { Self.ids(.cell($0), field) }
    }

    /// Whether words name a module: `author` and `authors` name `authors`, `mainAuthor` too.
    private static func names(_ words: [String], _ module: String) -> Bool {
        guard let last = words.last, let moduleLast = NameWords(module).words.last else { return false }
        let singular = NameWords.singular
        return singular(last) == singular(moduleLast)
            || singular(words.joined()) == singular(NameWords(module).joined)
    }
}
