import QuireCore
import QuireEngine

/// Checks the values of a write against the schema, and replaces related items with their ids.
struct ValueChecker {
    let module: ServedModule
    private let allowance: ReportAllowance
    private(set) var problems = ValueProblems()

    init(_ module: ServedModule, _ allowance: ReportAllowance) {
        self.module = module
        self.allowance = allowance
    }

    /// The values to store. A null stays, because it clears the stored value.
    mutating func checked(_ values: [JSONValue.Member]) -> [JSONValue.Member] {
        let checked = members(values, of: module.descriptor.fields, at: "")
        for violation in module.descriptor.violations(of: .object(values)) {
            problems.add(allowance) { ValueProblem(violation) }
        }
        return checked
    }

    /// Reports required fields without a value, which a published item must have.
    mutating func checkRequired(_ values: JSONValue) {
        for field in module.descriptor.fields.fields where field.isRequired {
            if values.member(field.name) ?? .null == .null {
                report(
                    field.name, rule: "required",
                    message: "A published item needs a value here; send one, or leave publishedAt out.")
            }
        }
    }

    private mutating func members(
        _ values: [JSONValue.Member], of table: FieldTable, at path: String
    ) -> [JSONValue.Member] {
        var checked: [JSONValue.Member] = []
        for member in values {
            let name = path + member.name
            guard let field = table[exactly: member.name] else {
                problems.add(allowance) { [allowance] in
                    let hint = allowance.suggestion(for: member.name, among: table.fields.map(\.name))
                    return ValueProblem(
                        field: name.shortened, error: "undefined_attribute",
                        message: "The schema has no such field\(hint)")
                }
                continue
            }
            guard member.value != .null else {
                checked.append(member)
                continue
            }
            checked.append(.init(member.name, value(member.value, kind: field.kind, name: name)))
        }
        return checked
    }

    private mutating func value(_ value: JSONValue, kind: FieldKind, name: String) -> JSONValue {
        switch kind {
        case .text:
            guard let text = text(value, name: name) else { break }
            if text.unicodeScalars.count > FieldTypeDescription.longestText {
                report(
                    name, rule: "10",
                    message:
                        "A text has \(FieldTypeDescription.longestText) characters at most; this one has \(text.unicodeScalars.count)."
                )
            }
        case .longText, .html: _ = text(value, name: name)
        case .url, .image, .video, .audio, .document:
            if let text = text(value, name: name), !Self.isURL(text) {
                report(name, rule: "1", message: "Expected a URL, like https://example.org/.")
            }
        case .color:
            if let text = text(value, name: name), text.wholeMatch(of: Self.color) == nil {
                report(name, rule: "7", message: "Expected a color, like #987654.")
            }
        case .integer, .scalar(.integer):
            expect(value.isWhole, name, rule: "3", expected: "a whole number", value: value)
        case .number, .scalar(.number):
            expect(value.isNumber, name, rule: "3", expected: "a number", value: value)
        case .boolean, .scalar(.boolean):
            expect(value.isBoolean, name, rule: "6", expected: "true or false", value: value)
        case .scalar(.text): _ = text(value, name: name)
        case .date(let format), .time(let format), .dateTime(let format):
            date(value, kind: kind, format: format, name: name)
        case .geopoint:
            expect(
                isReadable(value, kind), name, rule: "11",
                expected: "a latitude from -90 to 90 and a longitude from -180 to 180", value: value)
        case .json: break
        case .choice:
            if let text = text(value, name: name, rule: "16") { choice(text, name: name, rule: "16") }
        case .choices:
            for element in elements(value, name: name, rule: "15") {
                if let text = text(element, name: name, rule: "15") { choice(text, name: name, rule: "15") }
            }
        case .localizedText: localizedText(value, name)
        case .relation: return relation(value, name: name, rule: "8")
        case .relations:
            return .array(elements(value, name: name, rule: "9").map { relation($0, name: name, rule: "9") })
        case .list(let element):
            return .array(
                elements(value, name: name, rule: "12").map { self.value($0, kind: element, name: name) })
        case .object(let table):
            guard case .object(let inner) = value else {
                report(name, rule: "11", message: "Expected an object, found \(value.kindName).")
                break
            }
            return .object(members(inner, of: table, at: name + "."))
        }
        return value
    }

    // MARK: - Kinds

    private mutating func text(_ value: JSONValue, name: String, rule: String = "8") -> String? {
        if case .string(let text) = value { return text }
        report(name, rule: rule, message: "Expected a text, found \(value.kindName).")
        return nil
    }

    private mutating func elements(_ value: JSONValue, name: String, rule: String) -> [JSONValue] {
        if case .array(let elements) = value { return elements }
        report(name, rule: rule, message: "Expected a list, found \(value.kindName).")
        return []
    }

    private mutating func choice(_ text: String, name: String, rule: String) {
        guard let choices = module.choices[name], choices.isClosed, !choices.values.contains(text) else {
            return
        }
        let allowance = allowance
        report(
            name, rule: rule,
            message:
                "\"\(text.shortened)\" is none of the choices\(allowance.suggestion(for: text, among: choices.values))."
        )
    }

    /// Whether typed code can read the value.
    private func isReadable(_ value: JSONValue, _ kind: FieldKind) -> Bool {
        !EvaluatedValue.values(in: value, of: kind).isEmpty
    }

    private mutating func date(_ value: JSONValue, kind: FieldKind, format: DateFormat, name: String) {
        switch format {
        case .epochMilliseconds:
            expect(
                value.isWhole, name, rule: "4", expected: "a date in milliseconds since 1970", value: value)
        case .epochSeconds:
            expect(value.isWhole, name, rule: "4", expected: "a date in seconds since 1970", value: value)
        case .rfc3339:
            expect(
                isReadable(value, kind), name, rule: "4", expected: "a date like 2024-02-29T12:00:00Z",
                value: value)
        case .dateOnly:
            expect(isReadable(value, kind), name, rule: "4", expected: "a date like 2024-02-29", value: value)
        }
    }

    private mutating func localizedText(_ value: JSONValue, _ name: String) {
        switch value {
        case .string: break
        case .object(let texts):
            for text in texts where !text.value.isText && text.value != .null {
                report(
                    name, rule: "14",
                    message: "Expected a text for \"\(text.name.shortened)\", found \(text.value.kindName).")
            }
        default:
            report(
                name, rule: "11",
                message: "Expected texts by locale, like {\"en\": \"…\"}, found \(value.kindName).")
        }
    }

    /// The id of a related item, also if the complete item is given.
    private mutating func relation(_ value: JSONValue, name: String, rule: String) -> JSONValue {
        let id = value.isObject ? value.member("id") ?? .null : value
        if case .string(let text) = id, !text.isEmpty { return id }
        report(name, rule: rule, message: "Expected the id of an item, found \(value.kindName).")
        return value
    }

    private mutating func expect(
        _ holds: Bool, _ name: String, rule: String, expected: String, value: JSONValue
    ) {
        if !holds { report(name, rule: rule, message: "Expected \(expected), found \(value.kindName).") }
    }

    private mutating func report(_ name: String, rule: String, message: @autoclosure () -> String) {
        let message = message
        problems.add(allowance) {
            ValueProblem(field: name.shortened, error: "validator.\(rule)", message: message())
        }
    }

    private static var color: Regex<Substring> { /#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})/ }

    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else { return false }
        let scheme = text[..<colon]
        return scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
            && text.index(after: colon) != text.endIndex && !text.contains { $0.isWhitespace }
    }
}

extension JSONValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
    fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }

    fileprivate var isNumber: Bool {
        switch self {
        case .integer, .number: true
        default: false
        }
    }

    fileprivate var isWhole: Bool {
        switch self {
        case .integer: true
        case .number(let number): Int64(exactly: number) != nil
        default: false
        }
    }
}
