// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

import Quire

/// The whole schema.
nonisolated enum ContentSchema: SchemaDescription {
    static var modules: [ModuleDescriptor] {
        [
            Books.descriptor,
            Authors.descriptor,
            Settings.descriptor,
            Archive.descriptor,
        ]
    }

    static var hash: String { "586b3cfccfb41866" }

    static let locales: [LocaleDescriptor] = [
        LocaleDescriptor("en"),
        LocaleDescriptor("fr", fallbacks: ["en"]),
    ]
}
