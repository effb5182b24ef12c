import QuireGenerator

/// Where a command finds its schema.
enum SchemaPaths {
    /// The paths of `--schema`; the folder `Schema` where none is given.
    static func of(_ arguments: Arguments) throws(UsageError) -> [String] {
        if let paths = arguments.values["--schema"] { return paths }
        return try standard("--schema <path>")
    }

    /// The folder `Schema`.
    ///
    /// - Parameter way: How another one is given, for the error where the folder does not exist.
    static func standard(_ way: String) throws(UsageError) -> [String] {
        guard FileSystem.exists("Schema") else {
            throw UsageError("there is no folder 'Schema' here; give the schema's file or folder: \(way)")
        }
        return ["Schema"]
    }
}
