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
    public var hash: UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        var form = canonicalForm
        form.withUTF8 { bytes in
            var index = 0
            let count = bytes.count
            while index < count {
                hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
                index += 1
            }
        }
        return hash
    }
}
