// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

/// The operators `=`, `in`.
nonisolated enum EqualInOperators: OperatorSet {
    typealias Equal = AllowedOperator
    typealias In = AllowedOperator
}

// MARK: - Archive

/// Deprecated: Use books.
nonisolated enum Archive: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "archive", "fields": [
          {"name": "title", "type": "text"}]}
        """#)

    @available(*, deprecated, message: "Use books.")
    static func query() -> Query<Self> { Query() }

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Archive.descriptor.fields }

        var title: Field<Self, String?, TextOperators> { .init("title") }
    }

    /// The values of an item of `Archive`.
    struct Values: FieldwiseValues {
        var title: String?

        init(title: String? = nil) {
            self.title = title
        }

        static var table: FieldTable { Archive.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            title = try reader.value(0)
        }

        static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
            visitor.value(left.title, right.title, at: 0)
        }
    }

    typealias Draft = ContentDraft<Archive>
}

/// An item of `Archive`.
@available(*, deprecated, message: "Use books.")
typealias ArchivedItem = Content<Archive>
