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
        if field.fractions > 0 { return TypeProposal(.named("number"), blanks: blanks) }
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
    private func epoch(_ name: String, _ range: ClosedRange<Int64>) -> TypeProposal? {
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
        let texts = field.cells
        let words = NameWords(field.name)
        let forms = texts.forms
        if texts.values == 0 { return TypeProposal(.named("text"), "no values but \(list(texts.distinct))") }
        let skipped = texts.blanks > 0 ? "\(Text.count(texts.blanks, "cell")) without a value" : ""
        func proposal(_ type: ImportedType, _ reason: String = "") -> TypeProposal {
            TypeProposal(
                type, [reason, skipped].filter { !$0.isEmpty }.joined(separator: "; "), blanks: texts.blanks)
        }
        let isIdentifier = words.contains(anyOf: NameHints.identifiers)
        if forms.contains(.number), isIdentifier {
            return TypeProposal(.named("text"), "digits of an identifier, by its name")
        }
        if forms.contains(.zeroOne), isFlag(words) { return proposal(.named("boolean"), "0 and 1") }
        if forms.contains(.integer) {
            if let range = texts.range, let date = epoch(field.name, range) {
                return proposal(date.type, date.reason)
            }
            return proposal(.named("integer"))
        }
        if forms.contains(.number), texts.largeIntegers > 0 {
            return TypeProposal(
                .named("text"),
                "kept as texts because of \(Text.count(texts.largeIntegers, "number")) beyond 64 bits")
        }
        if forms.contains(.number) { return proposal(.named("number")) }
        if forms.contains(.boolean),
            !forms.contains(.letterBoolean) || texts.truths % texts.values != 0 || isFlag(words),
            hasTruthWords(texts.distinct) || texts.truths % texts.values != 0 || isFlag(words)
        {
            return proposal(.named("boolean"), list(texts.distinct))
        }
        if forms.contains(.container) {
            var inner = self.proposal(for: field.container, depth: depth)
            inner.blanks = texts.blanks
            inner.reason = "JSON in cells" + (inner.reason.isEmpty ? "" : "; \(inner.reason)")
            return inner
        }
        if forms.contains(.point) { return proposal(.named("geopoint"), "latitude and longitude in degrees") }
        if let separated = separatedList(field, words) { return separated }
        return special(field, texts) ?? plain(field, texts, words)
    }

    private func hasTruthWords(_ distinct: DistinctTexts) -> Bool {
        distinct.counts.keys.contains { ["true", "false"].contains($0.lowercased()) }
    }

    private func isFlag(_ words: NameWords) -> Bool {
        NameHints.booleans.contains(words.first) || NameHints.flags.contains(words.last)
    }

    /// `a, b and c`, shortened.
    private func list(_ distinct: DistinctTexts) -> String {
        distinct.sorted.prefix(4).map { $0.isEmpty ? "empty texts" : $0 }.joined(separator: ", ")
    }

    /// A list whose elements a character separates, if enough cells have several elements.
    private func separatedList(_ field: FieldProfile, _ words: NameWords) -> TypeProposal? {
        let separators = field.cells.separators
        guard let separator = separators.separator, field.cells.withNewline == 0,
            !NameHints.notChoices.contains(words.last), !NameHints.prose.contains(words.last)
        else { return nil }
        let share = separators.count(separator)
        let isNamedList = NameHints.commaLists.contains(words.last)
        if separator == UInt8(ascii: ",") {
            guard isNamedList, share * 5 >= field.cells.values else { return nil }
        } else {
            guard isNamedList || share >= 2 && share * 10 >= field.cells.values else { return nil }
        }
        // Sentences contain separators too.
        guard field.cells.length / max(1, field.cells.count) <= 200 else { return nil }
        let mark = Character(Unicode.Scalar(separator))
        let element = FieldProfile(name: field.name)
        for (cell, count) in field.cells.distinct.counts.sorted(by: { $0.key < $1.key }) {
            for part in ListSeparator.elements(of: cell, separator: separator) {
                let spaces = part.utf8.count(where: { $0 == 0x20 })
                if part.utf8.count > 80 || spaces > 7 { return nil }
                for _ in 0..<min(count, 20) {
                    element.add(.cell(part), line: field.firstLine, decimalComma: false)
                }
            }
        }
        let reason =
            "\(Text.count(share)) of \(Text.count(field.cells.values)) cells have several elements with \"\(mark)\""
        if field.cells.distinct.isOverflowing { return TypeProposal(.list(of: "text"), reason) }
        if element.cells.values == element.cells.count, element.cells.count > 0 {
            if element.cells.forms.contains(.integer) { return TypeProposal(.list(of: "integer"), reason) }
            if element.cells.forms.contains(.number) { return TypeProposal(.list(of: "number"), reason) }
        }
        if let values = choices(of: element.cells, NameWords(field.name)) {
            return TypeProposal(.choices(values), "\(values.count) values; \(reason)")
        }
        return TypeProposal(.list(of: "text"), reason)
    }

    // MARK: - Texts

    private func texts(_ field: FieldProfile) -> TypeProposal {
        special(field, field.texts) ?? plain(field, field.texts, NameWords(field.name))
    }

    /// Dates, URLs and colors.
    private func special(_ field: FieldProfile, _ texts: TextProfile) -> TypeProposal? {
        let blanks = texts.blanks
        guard texts.values > 0 else { return nil }
        if texts.forms.contains(.day) {
            return TypeProposal(.date("date", format: "dateOnly"), blanks: blanks)
        }
        if texts.forms.contains(.date) {
            var notes: [String] = []
            if texts.unzoned > 0 {
                notes.append("UTC for \(Text.count(texts.unzoned)) without a time zone")
            }
            if texts.days > 0 {
                notes.append("midnight for \(Text.count(texts.days)) without a time")
            }
            return TypeProposal(
                .date("dateTime", format: "rfc3339"), notes.joined(separator: "; "), blanks: blanks)
        }
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

    private func plain(_ field: FieldProfile, _ texts: TextProfile, _ words: NameWords) -> TypeProposal {
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
