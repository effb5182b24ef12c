import QuireSchema
import QuireToolbox

/// The canonical text of a schema document: the same content always has the same text.
///
/// Keys have one order, lists keep theirs. Modules, and the fields of modules, are on lines of their own; everything that
/// fits into 100 columns is on one line. Nothing is added or removed.
struct CanonicalSchema {
    private static let width = 100

    /// Where a value is, as far as its layout depends on it.
    private enum Place: Equatable {
        case document
        /// A list at the top level of the document.
        case declarations(String)
        /// A module or a mixin.
        case module
        /// The fields of a module or a mixin.
        case fields
        /// An element of `enums`.
        case enumeration
        case other

        /// Whether each element or member is on a line of its own, however short it is.
        var isBroken: Bool {
            switch self {
            case .document, .declarations, .module, .fields: true
            case .enumeration, .other: false
            }
        }

        func member(_ key: String, isList: Bool) -> Place {
            switch self {
            case .document where isList: .declarations(key)
            case .module where isList && key == "fields": .fields
            default: .other
            }
        }

        var element: Place {
            switch self {
            case .declarations("modules"), .declarations("mixins"): .module
            case .declarations("enums"): .enumeration
            default: .other
            }
        }
    }

    /// The text, with a line feed at the end.
    private(set) var text = ""

    /// - Parameter document: A document without JSON errors.
    init(_ document: JSONDocument) {
        write(document.root, .document, indentation: "", used: 0)
        // A schema may be printed, so invisible characters are escaped. The values stay the same.
        text = PlainText.json(text) + "\n"
    }

    /// - Parameter used: The columns before the value on its line, after the indentation.
    private mutating func write(_ value: JSONValue, _ place: Place, indentation: String, used: Int) {
        switch value.kind {
        case .array, .object: break
        case .string, .number, .boolean, .null, .invalid: return text += Self.inline(value, place)
        }
        if !place.isBroken {
            let line = Self.inline(value, place)
            // A comma may follow.
            if indentation.utf8.count + used + PlainText.json(line).unicodeScalars.count < Self.width {
                return text += line
            }
        }
        let isList = value.kind == .array
        let deeper = indentation + "  "
        var separator = isList ? "[\n" : "{\n"
        if isList {
            for element in value.elements {
                text += separator + deeper
                write(element, place.element, indentation: deeper, used: 0)
                separator = ",\n"
            }
        } else {
            for (key, member) in CanonicalOrder.sorted(value.members, isEnumeration: place == .enumeration) {
                let name = QuotedJSON.text(key) + ": "
                text += separator + deeper + name
                write(
                    member, place.member(key, isList: member.kind == .array), indentation: deeper,
                    used: PlainText.json(name).unicodeScalars.count)
                separator = ",\n"
            }
        }
        if separator != ",\n" { return text += isList ? "[]" : "{}" }
        text += "\n" + indentation + (isList ? "]" : "}")
    }

    /// The value on one line.
    private static func inline(_ value: JSONValue, _ place: Place) -> String {
        switch value.kind {
        case .null, .invalid: return "null"
        case .boolean: return value.boolean == true ? "true" : "false"
        case .number: return value.numberText ?? "0"
        case .string: return QuotedJSON.text(value.string ?? "")
        case .array:
            return "[" + value.elements.map { inline($0, place.element) }.joined(separator: ", ") + "]"
        case .object:
            let members = CanonicalOrder.sorted(value.members, isEnumeration: place == .enumeration)
            if members.isEmpty { return "{}" }
            let entries = members.map { QuotedJSON.text($0.key) + ": " + inline($0.value, .other) }
            return "{ " + entries.joined(separator: ", ") + " }"
        }
    }
}

/// The canonical order of keys in a schema.
enum CanonicalOrder {
    /// The order in every object but an enum. It names an item first, then says what it is, then how queries use it.
    private static let standard = ranks([
        "$schema", "$comment", "quire", "access",
        "name", "swiftName", "was", "swiftType", "import", "base", "id", "item",
        "type", "format", "of", "enum", "scalar", "module", "values", "closed",
        "fallbacks", "popularity", "search", "finds", "dimensions", "model",
        "required", "default", "unique", "minimum", "maximum", "minLength", "maxLength", "pattern",
        "minItems", "maxItems",
        "minItems", "maxItems",
        "sortable", "searchable", "facet", "operators", "localized",
        "description", "deprecated",
        "single", "ranking", "synonyms", "embedding",
        "locales", "enums", "scalars", "mixins", "fields", "modules",
    ])

    /// The order in an enum, whose values are last.
    private static let enumeration = ranks([
        "$comment", "name", "swiftName", "was", "description", "deprecated", "closed", "values",
    ])

    /// The keys that have a place.
    static var placedKeys: Set<String> { Set(standard.keys) }

    /// Sorts the members of an object. Unknown keys stay in their order, after the known ones.
    ///
    /// - Parameter isEnumeration: Whether the object is an element of `enums`.
    static func sorted<Value>(
        _ members: [(key: String, value: Value)], isEnumeration: Bool
    ) -> [(key: String, value: Value)] {
        let order = isEnumeration ? enumeration : standard
        let ranked = members.enumerated().map { index, member in
            (rank: order[member.key] ?? Int.max, index: index, member: member)
        }
        return ranked.sorted { ($0.rank, $0.index) < ($1.rank, $1.index) }.map(\.member)
    }

    private static func ranks(_ keys: [String]) -> [String: Int] {
        Dictionary(keys.enumerated().map { ($1, $0) }) { first, _ in first }
    }
}

/// Texts as JSON strings.
enum QuotedJSON {
    /// The text in quotation marks, with escapes only where JSON requires them.
    static func text(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
