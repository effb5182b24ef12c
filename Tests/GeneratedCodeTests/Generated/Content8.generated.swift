// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

// MARK: - Settings

nonisolated enum Settings: ContentModule {
    static let descriptor = ModuleDescriptor(
        #"""
        {"name": "settings", "single": true, "fields": []}
        """#)

    struct Fields: FieldSet {
        init() {}
        static var table: FieldTable { Settings.descriptor.fields }
    }

    /// The values of an item of `Settings`.
    struct Values: FieldwiseValues {
        init() {}

        static var table: FieldTable { Settings.descriptor.fields }

        init(from reader: inout ValuesReader) throws(ValueDecodingError) {
        }

        static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor) {
        }
    }

    typealias Draft = ContentDraft<Settings>
}

/// The item of `Settings`.
typealias SettingsItem = Content<Settings>
