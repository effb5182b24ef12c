import QuireRemote

/// Tests that are parts of a larger filter.
extension FilterText {
    static func hasValue(_ field: IndexedField) -> FilterText { written { $0.presence(of: field, true) } }

    static func hasNoValue(_ field: IndexedField) -> FilterText { written { $0.presence(of: field, false) } }

    /// Tests whether any of the field's keys is one of these, or none is.
    static func keys(_ name: String, _ keys: [String], isNegated: Bool = false) -> FilterText {
        written { $0.keys("", name, keys, isNegated: isNegated) }
    }

    private static func written(_ write: (inout FilterWriter) -> FilterWriter.Written) -> FilterText {
        var writer = FilterWriter()
        let written = write(&writer)
        return writer.text(written)
    }
}
