import QuireShared

extension SchemaResolver {
    /// Resolves the default of a field, if the field can hold it.
    func resolveDefault(_ declared: DeclaredField, type: FieldType, base: Scalar.Base?) -> DefaultValue? {
        guard let value = declared.defaultValue, value.kind != .invalid else { return nil }
        if value.kind == .null {
            diagnostics.error(
                .invalidDefault, "null is what a field without a default holds; leave 'default' out",
                at: value.location)
            return nil
        }
        switch type {
        case .geopoint, .json, .object, .relation, .relations, .list(.geopoint), .list(.json), .list(.object):
            diagnostics.error(
                .defaultNotAllowed, "a field of type \(quoted(type.spelling)) cannot have a default",
                at: value.location)
            return nil
        case .list(let element):
            return resolveList(value, of: type) { resolveSingle($0, type: element, base: base) }
        case .choices(let choices):
            let values = knownValues(choices)
            return resolveList(value, of: type) { resolveChoice($0, choices: choices, values: values) }
        case .choice(let choices):
            return resolveChoice(value, choices: choices, values: knownValues(choices))
        default:
            return resolveSingle(value, type: type, base: base)
        }
    }

    private func resolveList(
        _ value: JSONValue, of type: FieldType, _ element: (JSONValue) -> DefaultValue?
    ) -> DefaultValue? {
        guard value.kind == .array else {
            reportInvalid(value, "an array, as the type is \(quoted(type.spelling))")
            return nil
        }
        var values: [DefaultValue] = []
        for item in value.elements {
            if let value = element(item) { values.append(value) }
        }
        return .list(values)
    }

    private func resolveSingle(_ value: JSONValue, type: FieldType, base: Scalar.Base?) -> DefaultValue? {
        switch type {
        case .url, .image, .video, .audio, .document:
            if let text = value.string, isURLText(text) { return .text(text) }
            reportInvalid(value, "an address such as \"https://example.com/cover.png\"")
        case .text, .longText, .html, .localizedText:
            if let text = value.string { return .text(text) }
            reportInvalid(value, "a text")
        case .color:
            if let text = value.string, isHexColor(text) { return .text(text) }
            reportInvalid(value, "a color such as \"#987654\"")
        case .integer:
            if let integer = value.integer { return .integer(integer) }
            reportInvalid(value, "an integer of 64 bits")
        case .number:
            if let number = value.number { return .number(number) }
            reportInvalid(value, "a number")
        case .boolean:
            if let boolean = value.boolean { return .boolean(boolean) }
            reportInvalid(value, "true or false")
        case .date(let format), .time(let format), .dateTime(let format):
            return resolveDate(value, format, of: type)
        case .scalar:
            return resolveScalarDefault(value, base)
        default:
            break
        }
        return nil
    }

    private func resolveScalarDefault(_ value: JSONValue, _ base: Scalar.Base?) -> DefaultValue? {
        switch base {
        case .text: return resolveSingle(value, type: .text, base: nil)
        case .integer: return resolveSingle(value, type: .integer, base: nil)
        case .number: return resolveSingle(value, type: .number, base: nil)
        case .boolean: return resolveSingle(value, type: .boolean, base: nil)
        case .json:
            diagnostics.error(
                .defaultNotAllowed, "a field of a scalar whose base is 'json' cannot have a default",
                at: value.location)
            return nil
        case nil: return nil
        }
    }

    private func resolveDate(_ value: JSONValue, _ format: DateFormat, of type: FieldType) -> DefaultValue? {
        switch format {
        case .epochMilliseconds:
            if let integer = value.integer { return .date(integer) }
            reportInvalid(value, "milliseconds since 1970 as an integer" + textFormatHint(value, type))
        case .epochSeconds:
            if let integer = value.integer, integer.magnitude <= 9_223_372_036_854_775 {
                return .date(integer * 1000)
            }
            reportInvalid(value, "seconds since 1970 as an integer")
        case .rfc3339:
            if let text = value.string, let instant = parseRFC3339(text) { return .date(instant) }
            reportInvalid(value, "a moment such as \"2024-02-29T12:00:00Z\"")
        case .dateOnly:
            if let text = value.string, let day = parseDay(text) { return .date(day) }
            reportInvalid(value, "a day such as \"2024-02-29\"")
        }
        return nil
    }

    /// A hint to declare a text format if the default is a text, because the content probably consists of texts.
    private func textFormatHint(_ value: JSONValue, _ type: FieldType) -> String {
        guard value.kind == .string else { return "" }
        if case .date = type {
            return "; if the content has texts such as \"2024-02-29\", add \"format\": \"dateOnly\""
        }
        return "; if the content has texts such as \"2024-02-29T12:00:00Z\", add \"format\": \"rfc3339\""
    }

    private func resolveChoice(_ value: JSONValue, choices: ChoiceSet, values: Set<String>)
        -> DefaultValue?
    {
        guard let text = value.string else {
            reportInvalid(value, "one of the field's values")
            return nil
        }
        // Use the list's spelling, because the default may differ in its Unicode normalization.
        if let place = values.firstIndex(of: text) { return .text(values[place]) }
        if declarations.isIncomplete { return nil }
        diagnostics.error(
            .invalidDefault,
            "the default \(quoted(text)) is none of the field's values"
                + suggestion(for: text, among: rawValues(choices), listAtMost: 12),
            at: value.location)
        return nil
    }

    private func knownValues(_ choices: ChoiceSet) -> Set<String> {
        switch choices {
        case .inline(let values, _): return Set(values.map(\.raw))
        case .shared(let name): return enumIndex[name].map { enumValues[$0] } ?? []
        }
    }

    /// Values to suggest. A long list is cut.
    private func rawValues(_ choices: ChoiceSet) -> [String] {
        let values: [ChoiceValue]
        switch choices {
        case .inline(let inline, _): values = inline
        case .shared(let name): values = enumIndex[name].map { declarations.enumerations[$0].values } ?? []
        }
        var raw: [String] = []
        for value in values.prefix(DeclaredNames.most) { raw.append(value.raw) }
        return raw
    }

    private func reportInvalid(_ value: JSONValue, _ expectation: String) {
        if value.kind == .invalid { return }
        diagnostics.error(.invalidDefault, "the default must be \(expectation)", at: value.location)
    }
}

/// Whether a text is a URL: with a scheme (`https:`), or relative, starting with `/`, `./` or `../`, and without spaces
/// or other invalid characters.
package func isURLText(_ text: String) -> Bool {
    for byte in text.utf8 {
        switch byte {
        case 0...0x20, 0x7F, 0x22, 0x3C, 0x3E, 0x5C, 0x5E, 0x60, 0x7B, 0x7C, 0x7D: return false
        default: break
        }
    }
    if let colon = text.utf8.firstIndex(of: 0x3A), isScheme(Array(text.utf8[..<colon])) {
        return text.utf8.index(after: colon) != text.utf8.endIndex
    }
    return text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../")
}

/// A letter, then letters, digits, `+`, `-` and `.` (RFC 3986, 3.1).
private func isScheme(_ bytes: [UInt8]) -> Bool {
    if bytes.isEmpty { return false }
    for (index, byte) in bytes.enumerated() {
        let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
        let isOther = byte >= 0x30 && byte <= 0x39 || byte == 0x2B || byte == 0x2D || byte == 0x2E
        if !isLetter && (index == 0 || !isOther) { return false }
    }
    return true
}

/// `#rgb`, `#rrggbb` or `#rrggbbaa`.
package func isHexColor(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.first == 0x23, bytes.count == 4 || bytes.count == 7 || bytes.count == 9 else { return false }
    for byte in bytes.dropFirst() {
        let isDigit = byte >= 0x30 && byte <= 0x39
        let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
        if !isDigit && !isLetter { return false }
    }
    return true
}

extension SchemaResolver {
    /// Checks that new items with the default keep the constraints of the field.
    func checkDefault(_ value: DefaultValue?, of declared: DeclaredField, _ constraints: Constraints) {
        guard let value, !constraints.isEmpty, let location = declared.defaultValue?.location else { return }
        for problem in constraints.problems(of: value) {
            diagnostics.error(
                .invalidDefault, "the default breaks a constraint of the field: \(problem)", at: location)
        }
    }
}

extension Constraints {
    fileprivate func problems(of value: DefaultValue) -> [String] {
        switch value {
        case .text(let text): return problems(of: text)
        case .integer(let integer): return problems(of: NumberBound.integer(integer))
        case .number(let number): return problems(of: NumberBound.number(number))
        case .boolean, .date: return []
        case .list(let values):
            var problems: [String] = []
            if let minItems, values.count < minItems {
                problems.append("it has \(values.count) elements, and 'minItems' is \(minItems)")
            }
            if let maxItems, values.count > maxItems {
                problems.append("it has \(values.count) elements, and 'maxItems' is \(maxItems)")
            }
            for value in values { problems += self.problems(of: value) }
            return problems
        }
    }

    private func problems(of text: String) -> [String] {
        var problems: [String] = []
        let length = text.unicodeScalars.count
        if let minLength, length < minLength {
            problems.append("\(quoted(text)) has \(length) characters, and 'minLength' is \(minLength)")
        }
        if let maxLength, length > maxLength {
            problems.append("\(quoted(text)) has \(length) characters, and 'maxLength' is \(maxLength)")
        }
        if let pattern, let compiled = try? TextPattern(pattern), !compiled.matches(text) {
            problems.append("\(quoted(text)) does not match 'pattern'")
        }
        return problems
    }

    private func problems(of number: NumberBound) -> [String] {
        var problems: [String] = []
        if let minimum, number.isBelow(minimum) {
            problems.append("\(number) is below 'minimum', which is \(minimum)")
        }
        if let maximum, maximum.isBelow(number) {
            problems.append("\(number) is above 'maximum', which is \(maximum)")
        }
        return problems
    }
}
