// Generated from the schema by Quire. Do not edit.
// swift-format-ignore-file

@_exported public import Quire

/// The whole schema.
nonisolated enum ContentSchema: SchemaDescription {
    static var modules: [ModuleDescriptor] {
        [
            Books.descriptor,
            Authors.descriptor,
            Settings.descriptor,
            Archive.descriptor,
            Namesakes.descriptor,
            Numbers.descriptor,
        ]
    }

    static let locales: [LocaleDescriptor] = [
        LocaleDescriptor("en"),
        LocaleDescriptor("fr", fallbacks: ["en"]),
    ]
}
