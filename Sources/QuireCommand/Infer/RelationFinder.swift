import QuireShared
import QuireTerminal

/// Finds the fields whose values are ids of a module's items.
struct RelationFinder {
    /// A field that may be a relation.
    struct Candidate {
        var module: Int
        var field: String
        var target: Int
        /// Whether the name of the field says so.
        var isNamed: Bool
        /// Whether ids as these do not match by chance.
        var isDistinct: Bool
        var matchCount = 0
        var total = 0
        /// Values that would be ids if they were written as these are: `01` for `1`.
        var otherForms = 0
        var firstOtherForm: String?
        var firstMissing: String?

        /// Whether enough values are ids. A few may belong to items that are gone.
        var holds: Bool {
            guard isNamed || isDistinct && module != target else { return false }
            return RelationFinder.suffices(matchCount, of: total, isNamed: isNamed)
        }

        /// `9,998 of 10,000 values (99.98 %) are ids of artists, not 'x'`
        func share(of module: String) -> String {
            let percent =
                matchCount == total || matchCount == 0 ? "" : " (\(Self.percent(matchCount, total)) %)"
            let share =
                "\(Text.count(matchCount)) of \(Text.count(total)) values\(percent) are ids of \(module)"
            if let firstOtherForm {
                return share
                    + "; \(Text.count(otherForms)) differ from an id only in form, as '\(firstOtherForm)'"
            }
            return share + (matchCount > 0 ? firstMissing.map { ", but not '\($0)'" } ?? "" : "")
        }

        /// The share of a candidate that does not hold, and the option that takes it all the same.
        func advice(to module: String) -> String {
            let advice = matchCount > 0 ? "; --type \(field)=relation:\(module) makes it a relation" : ""
            return share(of: module) + advice
        }

        private static func percent(_ count: Int, _ total: Int) -> String {
            let hundredths = count * 10_000 / total
            let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
            return rest == 0 ? "\(whole)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
        }
    }

    let modules: [ModuleProfile]
    private(set) var candidates: [Candidate] = []

    /// - Parameter modules: The modules in the order of the schema.
    init(_ modules: [ModuleProfile], options: ProposalOptions) {
        self.modules = modules
        for (index, module) in modules.enumerated() {
            for field in module.items.fields where module.removedID != field.name {
                guard let requestedType = options.type(of: field.name, in: module.name) else {
                    add(field, of: index)
                    continue
                }
                let parts = requestedType.split(separator: ":", maxSplits: 1).map(String.init)
                if parts.count == 2, parts[0].hasPrefix("relation"),
                    let target = modules.firstIndex(where: { $0.name == parts[1] })
                {
                    candidates.append(
                        Candidate(
                            module: index, field: field.name, target: target, isNamed: true, isDistinct: true)
                    )
                }
            }
        }
    }

    /// Reads the files again and counts how many values are ids.
    mutating func count() throws {
        for (index, module) in modules.enumerated() {
            let own = Dictionary(grouping: candidates.indices.filter { candidates[$0].module == index }) {
                candidates[$0].field
            }
            if own.isEmpty { continue }
            for (path, form) in module.files {
                let reader = try DataReader(path: path)
                try ModuleProfile.forEach(reader) { record in
                    var members = record.members
                    if form == .instance {
                        guard case .object(let values)? = members.value("values") else { return }
                        members = values
                    }
                    for member in members {
                        guard let positions = own[member.name] else { continue }
                        for id in Self.ids(member.value, module.items.field(member.name)) {
                            for position in positions { count(id, at: position) }
                        }
                    }
                }
            }
        }
    }

    private mutating func count(_ id: String, at position: Int) {
        guard let ids = modules[candidates[position].target].ids.chosen else { return }
        candidates[position].total += 1
        if ids.hashes.contains(StableHash(id).value) {
            candidates[position].matchCount += 1
        } else if ids.looseHashes.contains(StableHash(RecordIdentity.loose(id)).value) {
            candidates[position].otherForms += 1
            if candidates[position].firstOtherForm == nil { candidates[position].firstOtherForm = id }
        } else if candidates[position].firstMissing == nil {
            candidates[position].firstMissing = id
        }
    }

    /// The best relation of a field: by its name, then by the most values.
    func relation(of field: String, in module: Int) -> Candidate? {
        let holding = candidates(of: field, in: module).filter(\.holds)
        // Without the name, values of two modules leave it open which one is meant.
        if holding.count > 1, !holding.contains(where: \.isNamed) { return nil }
        return holding.max(by: Self.isWorse)
    }

    /// The best candidate that does not hold, if half of its values are ids.
    func rejected(of field: String, in module: Int) -> Candidate? {
        candidates(of: field, in: module).filter {
            $0.total > 0 && ($0.matchCount + $0.otherForms) * 2 >= $0.total
        }
        .max(by: Self.isWorse)
    }

    /// The share of ids in a field whose relation the user sets.
    func share(of field: String, in module: Int) -> String? {
        candidates(of: field, in: module).first { $0.total > 0 }.map { $0.share(of: modules[$0.target].name) }
    }

    private func candidates(of field: String, in module: Int) -> [Candidate] {
        candidates.filter { $0.module == module && $0.field == field }
    }

    private static func isWorse(_ left: Candidate, _ right: Candidate) -> Bool {
        (left.isNamed ? 1 : 0, left.matchCount, -left.target) < (
            right.isNamed ? 1 : 0, right.matchCount, -right.target
        )
    }

    /// The ids that a value holds: a text, a number, a list of them, or a cell with separated ones.
    static func ids(_ value: DataValue, _ profile: FieldProfile?) -> [String] {
        switch value {
        case .list(let elements): return elements.compactMap(RecordIdentity.id)
        case .cell(let text):
            if case .list(let elements)? = ValueConversion.container(text) {
                return elements.compactMap(RecordIdentity.id)
            }
            if let profile, isList(profile) {
                return ListSeparator.elements(of: text, separator: profile.cells.separators.separator)
            }
            let isFloating = profile?.cells.numbers.areFloatingIntegers == true
            return ValueConversion(hasFloatingIDs: isFloating).id(of: text).map { [$0] } ?? []
        case .object: return []
        default: return RecordIdentity.id(value).map { [$0] } ?? []
        }
    }

    /// Whether cells hold several values.
    private static func isList(_ profile: FieldProfile) -> Bool {
        let separators = profile.cells.separators
        guard let separator = separators.separator else { return false }
        return separators.count(separator) >= 1 && separators.irregularCell(separator) == nil
    }

    private mutating func add(_ field: FieldProfile, of index: Int) {
        let texts = [field.texts, field.cells, field.element.texts]
        let isScalar =
            field.objects == 0 && field.booleans == 0 && field.fractions == field.wholeFractions
            && field.count > 0
        guard isScalar, field.element.objects == 0, field.element.booleans == 0, field.element.lists == 0,
            !texts.contains(where: { $0.withNewline > 0 || $0.longest > 2_000 })
        else { return }
        let words = NameWords(field.name)
        let stem = words.stem ?? words.words
        let samples = samples(of: field)
        // Small numbers match by chance, and so do short codes under a name that does not speak of an id.
        let isDistinct =
            !samples.isEmpty
            && samples.allSatisfy { id in
                id.utf8.count >= 8 || words.stem != nil && id.utf8.count > 1 && !TextForms.isDigits(id)
            }
        guard words.stem != nil || isDistinct || modules.contains(where: { Self.names(stem, $0.name) }) else {
            return
        }
        for (target, other) in modules.enumerated() {
            guard let ids = other.ids.chosen else { continue }
            if target == index, other.removedID == nil, !other.hasEnvelopes, ids.name == field.name {
                continue
            }
            let isNamed =
                target == index
                ? stem.contains(where: NameHints.itself.contains) || NameHints.itself.contains(stem.joined())
                : Self.names(stem, other.name)
            if !isNamed {
                if target == index, words.stem == nil { continue }
                let matching = samples.count {
                    ids.hashes.contains(StableHash($0).value)
                        || ids.looseHashes.contains(StableHash(RecordIdentity.loose($0)).value)
                }
                guard words.stem != nil || isDistinct, matching * 2 >= samples.count, matching > 0 else {
                    continue
                }
            }
            candidates.append(
                Candidate(
                    module: index, field: field.name, target: target, isNamed: isNamed, isDistinct: isDistinct
                ))
        }
    }

    /// Some of the values.
    private func samples(of field: FieldProfile) -> [String] {
        [field.texts.distinct, field.numbers, field.element.texts.distinct, field.element.numbers].flatMap {
            $0.sorted.prefix(50)
        } + field.cells.distinct.sorted.prefix(50).flatMap { Self.ids(.cell($0), field) }
    }

    /// Whether enough values are ids: half of them under a name that says so, otherwise nearly all.
    static func suffices(_ matchCount: Int, of total: Int, isNamed: Bool) -> Bool {
        total > 0 && (isNamed ? matchCount * 2 >= total : matchCount * 100 >= total * 95)
    }

    /// Whether words name a module: `author` and `authors` name `authors`, `mainAuthor` too.
    static func names(_ words: [String], _ module: String) -> Bool {
        guard let last = words.last, let moduleLast = NameWords(module).words.last else { return false }
        let singular = NameWords.singular
        return singular(last) == singular(moduleLast)
            || singular(words.joined()) == singular(NameWords(module).joined)
    }
}
