import QuireSchema
import QuireTerminal

/// Proposes the type of a field from its profile.
struct TypeProposer {
    let options: ProposalOptions
    /// The maximum nesting of objects that a schema allows.
    static let deepestObject = 8
    /// More members than this are keys of data rather than fields.
    private static let mostMembers = 200

    func proposal(for field: FieldProfile, depth: Int = 0) -> TypeProposal {
        let count = field.count
        if count == 0 { return TypeProposal(.named("text"), "no item has a value, so the type is a guess") }
        if field.cells.count == count { return cells(field, depth) }
        if field.objects == count { return objects(field, depth) }
        if field.objects == 0, field.lists > 0 { return lists(field, depth) }
        if field.objects > 0 {
            return TypeProposal(.named("json"), "mixed: \(kinds(of: field))")
        }
        if field.booleans == count { return TypeProposal(.named("boolean")) }
        // Empty texts among numbers or booleans are missing values.
        let blanks = field.texts.count == field.texts.empties ? field.texts.empties : 0
        if field.numberCount == count - blanks, field.numberCount > 0 {
            return numbers(field, blanks: blanks)
        }
        if field.booleans == count - blanks, field.booleans > 0 {
            return TypeProposal(.named("boolean"), blanks: blanks)
        }
        if field.texts.count == count { return texts(field) }
        return TypeProposal(.named("text"), "mixed, kept as texts: \(kinds(of: field))")
    }

    /// `3 numbers, 2 texts`.
    private func kinds(of field: FieldProfile) -> String {
        [
            (field.booleans, "boolean"), (field.numberCount, "number"),
            (field.texts.count + field.cells.count, "text"), (field.lists, "list"), (field.objects, "object"),
        ].filter { $0.0 > 0 }.map { Text.count($0.0, $0.1) }.joined(separator: ", ")
    }

    private func numbers(_ field: FieldProfile, blanks: Int) -> TypeProposal {
        if field.fractions > 0 {
            guard let inexact = field.inexact else { return TypeProposal(.named("number"), blanks: blanks) }
            return TypeProposal(
                .named("text"), "kept as texts because \(NumberForms.Doubt.precision.text(inexact))")
        }
        if field.largeIntegers > 0 {
            return TypeProposal(
                .named("text"),
                "kept as texts because of \(Text.count(field.largeIntegers, "number")) beyond 64 bits")
        }
        if let range = field.range, let date = epoch(field.name, range) {
            return TypeProposal(date.type, date.reason, blanks: blanks)
        }
        return TypeProposal(.named("integer"), blanks: blanks)
    }

    /// A time in seconds or milliseconds since 1970, if the name says that it is one.
    func epoch(_ name: String, _ range: ClosedRange<Int64>) -> TypeProposal? {
        guard NameHints.moments.contains(NameWords(name).last) else { return nil }
        let formats: [(String, ClosedRange<Int64>, String)] = [
            ("epochSeconds", 100_000_000...4_102_444_800, "seconds"),
            ("epochMilliseconds", 100_000_000_000...4_102_444_800_000, "milliseconds"),
        ]
        // The greatest is a plausible moment, and none is a year or a count: some content is older than 1973.
        for (format, plausible, unit) in formats
        where plausible.contains(range.upperBound) && range.lowerBound >= plausible.lowerBound / 10 {
            return TypeProposal(.date("dateTime", format: format), "\(unit) since 1970, by its name")
        }
        return nil
    }

    // MARK: - Cells

    private func cells(_ field: FieldProfile, _ depth: Int) -> TypeProposal {
        var proposal = CellTypeProposer(field: field, proposer: self, depth: depth).proposal()
        if case .named(let name) = proposal.type, ["text", "longText", "html", "json"].contains(name) {
            return proposal
        }
        if field.cells.padded > 0 {
            proposal.add("spaces around \(Text.count(field.cells.padded, "cell")) are dropped")
        }
        return proposal
    }

    // MARK: - Texts

    private func texts(_ field: FieldProfile) -> TypeProposal {
        special(field, field.texts) ?? plain(field, texts: field.texts, words: NameWords(field.name))
    }

    /// Dates, URLs and colors.
    func special(_ field: FieldProfile, _ texts: TextProfile) -> TypeProposal? {
        let blanks = texts.empties
        guard texts.values > 0 else { return nil }
        if texts.forms.contains(.date) { return date(texts) }
        if texts.forms.contains(.url) {
            let names = NameWords(field.name)
            let media = texts.endings.filter({ $0.key != .page }).max { $0.value < $1.value }
            var type = "url"
            if names.contains(anyOf: NameHints.images), media == nil || media?.key == .image {
                type = "image"
            } else if let media, media.value * 10 >= texts.values * 8 {
                type =
                    switch media.key {
                    case .image: "image"
                    case .video: "video"
                    case .audio: "audio"
                    case .document: "document"
                    case .page: "url"
                    }
            }
            return TypeProposal(.named(type), blanks: blanks)
        }
        if texts.forms.contains(.color) { return TypeProposal(.named("color"), blanks: blanks) }
        return nil
    }

    private func date(_ texts: TextProfile) -> TypeProposal {
        let dates = texts.dates
        var notes: [String] = []
        if let (text, value) = dates.rewritten { notes.append("\(text) becomes \(value)") }
        if texts.forms.contains(.day) {
            return TypeProposal(
                .date("date", format: "dateOnly"), notes.joined(separator: "; "), blanks: texts.blanks)
        }
        if dates.unzoned > 0 { notes.append("UTC for \(Text.count(dates.unzoned)) without a time zone") }
        if dates.days > 0 { notes.append("midnight for \(Text.count(dates.days)) without a time") }
        if let rounded = dates.rounded { notes.append("milliseconds of \(rounded)") }
        return TypeProposal(
            .date("dateTime", format: "rfc3339"), notes.joined(separator: "; "), blanks: texts.blanks)
    }

    func plain(_ field: FieldProfile, texts: TextProfile, words: NameWords) -> TypeProposal {
        if texts.markup * 5 >= texts.count || texts.markup > 0 && words.words.contains("html") {
            return TypeProposal(.named("html"), "\(Text.count(texts.markup)) texts have HTML tags")
        }
        if let values = choices(of: texts, words) {
            return TypeProposal(
                .choice(values), "\(Text.count(values.count, "value")) in \(Text.count(texts.count, "item"))")
        }
        let average = texts.length / max(1, texts.count)
        let isProse = NameHints.prose.contains(words.last) && texts.words >= 8 * texts.count
        if texts.withNewline > 0 || average > 150 || texts.longest > 500 || isProse {
            return TypeProposal(
                .named("longText"),
                "\(Text.count(average)) bytes on average, \(Text.count(texts.longest)) at most")
        }
        if texts.americanDates == texts.count, texts.count > 0 {
            return TypeProposal(
                .named("text"),
                "dates whose order of day and month is unclear; write them as 2024-12-31 for the type date")
        }
        if let (text, value) = texts.dates.equal {
            return TypeProposal(
                .named("text"), "kept as texts because '\(text)' and another text are both \(value)")
        }
        return TypeProposal(.named("text"))
    }

    /// The values of a choice, if there are few and they repeat.
    func choices(of texts: TextProfile, _ words: NameWords) -> [ImportedValue]? {
        let distinct = texts.distinct
        let (count, total) = (distinct.count, texts.count)
        guard !distinct.isOverflowing, !distinct.hasTwins, count <= options.choiceLimit, total >= 3,
            texts.longest <= 60, texts.withNewline == 0, texts.empties == 0
        else { return nil }
        let isHinted = NameHints.choices.contains(words.last)
        if NameHints.notChoices.contains(words.last) && !isHinted { return nil }
        if words.contains(anyOf: NameHints.identifiers) { return nil }
        if isHinted {
            guard total > count, total >= 2 * count || total < 10 else { return nil }
        } else {
            guard count > 1, count <= 12 ? total >= max(10, 3 * count) : total >= max(100, 5 * count),
                texts.words <= 4 * total
            else { return nil }
        }
        // Digits have no names.
        if distinct.counts.keys.allSatisfy({ $0.utf8.allSatisfy { !(0x41...0x7A ~= $0) && $0 < 0x80 } }) {
            return nil
        }
        return distinct.sorted.map { ImportedValue(raw: $0) }
    }

    // MARK: - Lists and objects

    private func lists(_ field: FieldProfile, _ depth: Int) -> TypeProposal {
        let element = field.element
        if element.count == 0, field.scalars == 0 {
            if element.nulls > 0 { return TypeProposal(.named("json"), "lists of null") }
            return TypeProposal(.list(of: "text"), "all lists are empty, so the type is a guess")
        }
        if element.nulls > 0 { return TypeProposal(.named("json"), "lists contain null") }
        if element.lists > 0 { return TypeProposal(.named("json"), "lists of lists") }
        if field.scalars > 0 {
            guard element.texts.count == element.count, field.texts.count == field.scalars else {
                return TypeProposal(.named("json"), "mixed: \(kinds(of: field))")
            }
            return TypeProposal(
                .list(of: "text"), "with \(Text.count(field.scalars, "single text")), read as a list of one")
        }
        let mixes = element.objects > 0 && element.objects < element.count
        if mixes { return TypeProposal(.named("json"), "mixed lists: \(kinds(of: element))") }
        let inner = proposal(for: element, depth: depth)
        // An element without a value cannot be in a list.
        if inner.blanks > 0 { return TypeProposal(.list(of: "text"), inner.reason) }
        switch inner.type {
        case .choice(let values):
            return TypeProposal(
                .choices(values), "\(Text.count(values.count, "value")) in \(Text.count(field.lists, "list"))"
            )
        case .named(let name): return TypeProposal(.list(of: name), inner.reason)
        case .date(let type, let format): return TypeProposal(.dates(type, format: format), inner.reason)
        case .object(let fields): return TypeProposal(.objects(fields), inner.reason)
        default: return TypeProposal(.named("json"), "lists whose elements have no common type")
        }
    }

    private func objects(_ field: FieldProfile, _ depth: Int) -> TypeProposal {
        let members = field.members
        if members.fields.isEmpty { return TypeProposal(.named("json"), "objects without keys") }
        if isPoint(members) { return TypeProposal(.named("geopoint")) }
        if isGeoJSONPoint(members) { return TypeProposal(.named("geopoint"), "points of GeoJSON") }
        if let (name, _) = members.uncomposed, let advice = composingAdvice(name) {
            return TypeProposal(.named("json"), "the key \(quoted(name)) \(advice)")
        }
        if let locales = Self.locales(of: members) {
            return TypeProposal(.localized(locales), "texts in \(locales.joined(separator: ", "))")
        }
        if depth >= Self.deepestObject {
            return TypeProposal(.named("json"), "objects nest deeper than \(Self.deepestObject) levels")
        }
        let present = members.fields.reduce(0) { $0 + $1.count }
        let isSparse = members.fields.count > 20 && present * 5 < members.fields.count * members.count
        if members.fields.count > Self.mostMembers || isSparse || members.repeatedKeys > 0
            || members.impossibleKeys > 0
        {
            return TypeProposal(
                .named("json"),
                "\(Text.count(members.fields.count, "different key")) in \(Text.count(members.count, "object"))"
            )
        }
        let fields = members.fields.map { member in
            let proposal = proposal(for: member, depth: depth + 1)
            var field = ImportedField(
                name: member.name, type: proposal.type, location: .init(path: "", line: 1, column: 1))
            field.isRequired = member.count - proposal.blanks == members.count
            return field
        }
        return TypeProposal(.object(fields), "\(Text.count(fields.count, "key"))")
    }

    private func isPoint(_ members: ObjectProfile) -> Bool {
        let names = Set(members.fields.map(\.name))
        guard names.count == 2, names.count == members.fields.count,
            let latitude = ["lat", "latitude"].first(where: names.contains),
            let longitude = ["lng", "lon", "longitude"].first(where: names.contains),
            let north = members.field(latitude), let east = members.field(longitude)
        else { return false }
        for (field, limit) in [(north, 90.0), (east, 180.0)] {
            guard field.numberCount == members.count, field.count == members.count else { return false }
            if field.largest > limit { return false }
        }
        return true
    }

    /// `{"type": "Point", "coordinates": [13.4, 52.5]}`
    private func isGeoJSONPoint(_ members: ObjectProfile) -> Bool {
        guard members.fields.count == 2, let type = members.field("type"),
            let position = members.field("coordinates"), type.texts.count == members.count,
            type.count == members.count, Array(type.texts.distinct.counts.keys) == ["Point"],
            position.lists == members.count, position.count == members.count, position.element.count > 0,
            position.element.numberCount == position.element.count, position.element.nulls == 0
        else { return false }
        // A third number is the height, which a place does not have.
        return position.element.largest <= 180 && position.longestList == 2
    }

    private static let languages: Set<String> = [
        "en", "de", "fr", "es", "it", "pt", "nl", "pl", "ru", "ja", "zh", "ko", "ar", "tr", "sv", "da", "nb",
        "no",
        "fi", "cs", "el", "he", "hi", "hu", "th", "uk", "vi", "ro", "bg", "hr", "sk", "sl", "et", "lv", "lt",
        "fa",
        "ca", "id",
    ]

    /// The locales of a text in several languages.
    private static func locales(of members: ObjectProfile) -> [String]? {
        let names = members.fields.map(\.name)
        guard names.count > 1, names.contains(where: { ["en", "de", "fr", "es"].contains($0.prefix(2)) }),
            names.allSatisfy({ name in
                let parts = name.split(separator: "-")
                return languages.contains(String(parts.first ?? ""))
                    && (parts.count == 1
                        || parts.count == 2 && parts[1].utf8.count == 2 && parts[1] == parts[1].uppercased())
            }),
            members.fields.allSatisfy({ $0.texts.count == $0.count }), members.repeatedKeys == 0
        else { return nil }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
