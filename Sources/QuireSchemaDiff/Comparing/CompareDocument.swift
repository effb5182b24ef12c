import QuireSchema

extension SchemaComparison {
    /// Compares what belongs to the schema as a whole.
    mutating func compareDocument() {
        compareAccess()
        compareLocales()
    }

    private mutating func compareAccess() {
        let levels = AccessLevel.allCases
        let (before, after) = (old.schema.access, new.schema.access)
        guard before != after else { return }
        let isLower = (levels.firstIndex(of: after) ?? 0) < (levels.firstIndex(of: before) ?? 0)
        add(
            Change(
                kind: .accessChanged, paths: ["schema"],
                message: "access changed from \(before.rawValue) to \(after.rawValue)",
                old: old.schema.start, new: new.schema.start,
                source: isLower
                    ? .breaking("other modules no longer see the generated declarations") : .none,
                remedy: isLower ? "Keep \"access\": \"\(before.rawValue)\"." : nil))
    }

    private mutating func compareLocales() {
        let pairs = Pairs(old.schema.locales, new.schema.locales) { $0.name }
        for (before, after) in pairs.both {
            let (before, after) = (old.schema.locales[before], new.schema.locales[after])
            let wasDefault = old.schema.defaultLocale == before.name
            let isDefault = new.schema.defaultLocale == after.name
            guard before.fallbacks != after.fallbacks || wasDefault != isDefault else { continue }
            let message =
                before.fallbacks != after.fallbacks
                ? "fallbacks changed from \(names(before.fallbacks)) to \(names(after.fallbacks))"
                : isDefault ? "became the default locale" : "is no longer the default locale"
            add(
                Change(
                    kind: .localeChanged, paths: ["locale \(shown(after.name))"], message: message,
                    old: before.location, new: after.location,
                    wire: .risky("where a text is missing, apps show that of another locale")))
        }
        for locale in pairs.added.map({ new.schema.locales[$0] }) {
            add(
                Change(
                    kind: .localeAdded, paths: ["locale \(shown(locale.name))"], message: "locale added",
                    new: locale.location))
        }
        for locale in pairs.removed.map({ old.schema.locales[$0] }) {
            add(
                Change(
                    kind: .localeRemoved, paths: ["locale \(shown(locale.name))"], message: "locale removed",
                    old: locale.location, new: new.schema.start,
                    wire: .risky("apps that request it get the texts of another locale"),
                    remedy: "Keep the locale until no released app requests it."))
        }
    }

    private func names(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map(shown).joined(separator: ", ")
    }

    /// Compares a description and a deprecation, which no program depends on.
    mutating func compareDocumentation(
        _ before: (description: String?, deprecation: Deprecation?, location: SourceLocation),
        _ after: (description: String?, deprecation: Deprecation?, location: SourceLocation), path: String
    ) {
        if before.description != after.description {
            add(
                Change(
                    kind: .documentationChanged, paths: [path], message: "description changed",
                    old: before.location, new: after.location))
        }
        guard before.deprecation != after.deprecation else { return }
        let isNew = before.deprecation == nil
        add(
            Change(
                kind: .deprecationChanged, paths: [path],
                message: isNew
                    ? "deprecated"
                    : after.deprecation == nil ? "no longer deprecated" : "deprecation changed",
                old: before.location, new: after.location,
                source: isNew ? .safe("code that uses it compiles with a warning") : .none))
    }
}

extension Schema {
    /// The start of the first document.
    var start: SourceLocation? { sources.first.map { SourceLocation(path: $0, line: 1, column: 1) } }
}
