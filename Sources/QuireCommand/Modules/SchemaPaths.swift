import QuireGenerator

/// Finds the schema of a command.
enum SchemaPaths {
    /// The paths of `--schema`, by default the folder `Schema`.
    static func of(_ arguments: Arguments) throws(UsageError) -> [String] {
        if let paths = arguments.values["--schema"] { return paths }
        return try standard("--schema <path>")
    }

    /// The folder `Schema`.
    ///
    /// - Parameter way: How to pass another one, for the error if the folder does not exist.
    static func standard(_ way: String) throws(UsageError) -> [String] {
        guard FileSystem.exists("Schema") else {
            throw UsageError("no folder 'Schema' found; pass the schema's file or folder: \(way)")
        }
        return ["Schema"]
    }
}
