import QuireSchema
import QuireShared

extension PocketBaseFieldReader {
    /// The default operators without those that ignore the case, which PocketBase does for ASCII only.
    static let exactOperators = ["=", "!=", "in", "!in"]

    mutating func readText(
        _ type: String, _ settings: PocketBaseOptions, into field: inout ImportedField, at path: String
    ) {
        switch type {
        case "editor":
            field.type = .named("html")
            field.operators = []
            if settings.flag("convertURLs", &errors) { leaveOut("convertURLs") }
            readSize(settings, &field)
        case "url":
            field.type = .named("url")
            field.operators = Self.exactOperators
            readDomains(settings, &field)
        case "email":
            field.type = .named("text")
            field.operators = Self.exactOperators
            field.isSortable = true
            if !isView { field.description.append("An email address.") }
            readDomains(settings, &field)
            if collection.kind == .auth, settings.flag("system", &errors) {
                field.description.append("No value for other users, unless 'emailVisibility' is true.")
            }
        default:
            field.type = .named("text")
            field.operators = Self.exactOperators
            field.isSortable = true
            if !isView { readTextLimits(settings, into: &field, at: path) }
        }
    }

    private mutating func readTextLimits(
        _ settings: PocketBaseOptions, into field: inout ImportedField, at path: String
    ) {
        let least = settings.count("min", &errors)
        let declared = settings.count("max", &errors)
        let most = declared == 0 ? 5_000 : declared
        if least <= most, most <= 1_000_000_000 {
            if least > 0 { field.constraints.append(.init("minLength", .number(String(least)))) }
            field.constraints.append(.init("maxLength", .number(String(most))))
        }
        let pattern = settings.text("pattern", &errors)
        if !pattern.isEmpty {
            if let own = GoPattern.schemaPattern(pattern) {
                field.constraints.append(.init("pattern", .text(own)))
            } else {
                field.description.append("PocketBase checks it with the pattern \(quoted(pattern)).")
                errors.notes.warn(
                    "the pattern \(quoted(pattern)) of \(path) means something else in a schema, or nothing; left out",
                    at: settings.location)
            }
        }
        let generated = settings.text("autogeneratePattern", &errors)
        if !generated.isEmpty {
            field.description.append(
                "PocketBase generates a text of the pattern \(quoted(generated)) if none is given.")
        }
    }

    mutating func readNumber(_ settings: PocketBaseOptions, _ field: inout ImportedField) {
        let isInteger = settings.flag("onlyInt", &errors)
        field.type = .named(isInteger ? "integer" : "number")
        field.isRequired = true
        field.isSortable = true
        let least = settings.number("min", &errors)
        let most = settings.number("max", &errors)
        guard !isView, least != nil || most != nil else { return }
        let low = least.flatMap(Double.init) ?? -.infinity
        let high = most.flatMap(Double.init) ?? .infinity
        // PocketBase accepts 0 whatever the bounds are, unless the field is required.
        let isSame = low <= 0 && high >= 0 || settings.flag("required", &errors)
        if isSame, low <= high {
            if let least { field.constraints.append(.init("minimum", .number(least))) }
            if let most { field.constraints.append(.init("maximum", .number(most))) }
        } else {
            let bounds = [least.map { "at least \($0)" }, most.map { "at most \($0)" }].compactMap { $0 }
            field.description.append(
                "PocketBase accepts 0, and numbers of \(bounds.joined(separator: " and ")).")
        }
    }

    mutating func readDate(
        _ type: String, _ settings: PocketBaseOptions, into field: inout ImportedField
    ) {
        field.type = .date("dateTime", format: "rfc3339")
        field.isSortable = true
        if isView { return }
        if type == "date" {
            let least = settings.text("min", &errors)
            let most = settings.text("max", &errors)
            if !least.isEmpty { field.description.append("Not before \(printable(least, limit: 40)).") }
            if !most.isEmpty { field.description.append("Not after \(printable(most, limit: 40)).") }
            return
        }
        switch (settings.flag("onCreate", &errors), settings.flag("onUpdate", &errors)) {
        case (true, false): field.description.append("PocketBase sets it when an item is created.")
        case (true, true): field.description.append("PocketBase sets it when an item is created or updated.")
        case (false, _): field.description.append("PocketBase sets it when an item is updated.")
        }
        field.description.append("It ignores what an app writes.")
    }

    mutating func readSize(_ settings: PocketBaseOptions, _ field: inout ImportedField) {
        let most = settings.count("maxSize", &errors)
        if most > 0, !isView { field.description.append("At most \(most) bytes.") }
    }

    private mutating func readDomains(_ settings: PocketBaseOptions, _ field: inout ImportedField) {
        if isView { return }
        for (key, words) in [("onlyDomains", "Only of the domains"), ("exceptDomains", "Not of the domains")]
        {
            let domains = settings.texts(key, &errors)
            if domains.isEmpty { continue }
            field.description.append("\(words) \(printable(domains.joined(separator: ", "), limit: 400)).")
        }
    }
}

/// A regular expression of Go, which is what PocketBase checks texts with.
enum GoPattern {
    /// The pattern of a schema that matches the same texts; `nil` if there is none.
    ///
    /// The syntax is the same apart from rare parts, which the parser of patterns rejects. Two parts mean something
    /// else: white space, and the line breaks that a dot does not match.
    static func schemaPattern(_ source: String) -> String? {
        var result = String.UnicodeScalarView()
        var rest = source.unicodeScalars[...]
        var isInSet = false
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\\":
                guard let next = rest.popFirst() else { return nil }
                if next == "s" {
                    result += (isInSet ? whiteSpace : "[\(whiteSpace)]").unicodeScalars
                } else if next == "S" {
                    if isInSet { return nil }
                    result += "[^\(whiteSpace)]".unicodeScalars
                } else {
                    result += [scalar, next]
                }
            case ".": result += isInSet ? [scalar] : "[^\\n]".unicodeScalars.map { $0 }
            case "[":
                // A class such as [:alpha:], or a bracket that Go reads as a character.
                if isInSet { return nil }
                isInSet = true
                result.append(scalar)
                if rest.first == "^" { result += [rest.removeFirst()] }
                // Go reads it as a character.
                if rest.first == "]" { return nil }
            case "]":
                isInSet = false
                result.append(scalar)
            default: result.append(scalar)
            }
        }
        let pattern = String(result)
        return (try? TextPattern(pattern)) == nil ? nil : pattern
    }

    /// Go's `\s`.
    private static let whiteSpace = "\\t\\n\\f\\r "
}
