import QuireShared

extension Schema {
    /// The schema as one normalized JSON document.
    ///
    /// Two schemas mean the same to the generator if and only if their canonical forms are equal. The order of keys,
    /// comments, white space, explicit default values and the split into files do not matter. The order of modules,
    /// fields, locales and values does. The canonical form is itself a schema, and its own canonical form.
    public var canonicalForm: String {
        var writer = CanonicalWriter()
        writer.open("{")
        writer.key("quire")
        writer.raw("1")
        writer.word("access", access == .internal ? nil : access.rawValue)
        writer.array("locales", locales) { writer, locale in
            writer.open("{")
            writer.text("name", locale.name)
            writer.texts("fallbacks", locale.fallbacks)
            writer.flag("default", locale.name == defaultLocale && locale.name != locales.first?.name)
            writer.close("}")
        }
        writer.array("enums", enumerations) { writer, enumeration in
            writer.open("{")
            writer.text("name", enumeration.name)
            writer.text("swiftName", enumeration.swiftName)
            writer.text("description", enumeration.description)
            writer.deprecation(enumeration.deprecated)
            writer.values(enumeration.values, closed: enumeration.closed)
            writer.close("}")
        }
        writer.array("scalars", scalars) { $0.scalar($1) }
        writer.array("mixins", mixins) { writer, mixin in
            writer.open("{")
            writer.text("name", mixin.name)
            writer.text("description", mixin.description)
            writer.texts("mixins", mixin.mixins)
            writer.fields(mixin.fields, of: mixin.name)
            writer.close("}")
        }
        writer.array("modules", modules) { $0.module($1) }
        writer.close("}")
        return writer.text
    }

    /// A hash of the canonical form: 64-bit FNV-1a, the same on every platform and in every run.
    public var hash: UInt64 { StableHash(canonicalForm).value }
}

/// Writes compact JSON and omits empty parts.
struct CanonicalWriter {
    private(set) var text = ""
    private var needsComma = false

    mutating func open(_ bracket: String) {
        comma()
        raw(bracket)
        needsComma = false
    }

    mutating func close(_ bracket: String) {
        raw(bracket)
        needsComma = true
    }

    mutating func raw(_ text: String) {
        self.text += text
        needsComma = true
    }

    /// Writes a number, or other text that needs no quotes.
    mutating func number(_ text: String) {
        comma()
        self.text += text
        needsComma = true
    }

    mutating func key(_ key: String) {
        comma()
        raw("\"")
        raw(key)
        raw("\":")
        needsComma = false
    }

    mutating func string(_ text: String) {
        comma()
        self.text += "\""
        if isPlain(text) { self.text += text } else { escape(text) }
        self.text += "\""
        needsComma = true
    }

    /// Whether a text needs no escapes.
    private func isPlain(_ text: String) -> Bool {
        var copy = text
        return copy.withUTF8 { bytes in
            var index = 0
            let count = bytes.count
            while index < count {
                let byte = bytes[index]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C { return false }
                index += 1
            }
            return true
        }
    }

    private mutating func escape(_ text: String) {
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                self.text += "\\"
                self.text.unicodeScalars.append(scalar)
            } else if scalar.value < 0x20 {
                self.text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
            } else {
                self.text.unicodeScalars.append(scalar)
            }
        }
    }

    mutating func text(_ key: String, _ value: String?) {
        guard let value else { return }
        self.key(key)
        string(value)
    }

    mutating func word(_ key: String, _ word: String?) { text(key, word) }

    mutating func flag(_ key: String, _ isSet: Bool) {
        guard isSet else { return }
        self.key(key)
        raw("true")
    }

    mutating func texts(_ key: String, _ texts: [String]) {
        array(key, texts) { $0.string($1) }
    }

    mutating func array<Element>(
        _ key: String, _ elements: [Element], write: (inout CanonicalWriter, Element) -> Void
    ) {
        if elements.isEmpty { return }
        self.key(key)
        open("[")
        for element in elements { write(&self, element) }
        close("]")
    }

    private mutating func comma() {
        if needsComma { text += "," }
        needsComma = false
    }
}

extension CanonicalWriter {
    mutating func constraints(_ constraints: Constraints) {
        flag("unique", constraints.unique)
        bound("minimum", constraints.minimum)
        bound("maximum", constraints.maximum)
        count("minLength", constraints.minLength)
        count("maxLength", constraints.maxLength)
        text("pattern", constraints.pattern)
        count("minItems", constraints.minItems)
        count("maxItems", constraints.maxItems)
    }

    private mutating func bound(_ name: String, _ bound: NumberBound?) {
        guard let bound else { return }
        key(name)
        number(bound.description)
    }

    private mutating func count(_ name: String, _ count: Int?) {
        guard let count else { return }
        key(name)
        number(String(count))
    }
}
