import QuireSchema

/// Where the explorer's schema comes from.
package enum SchemaSource: Sendable {
    /// Files and folders. They are watched.
    case paths([String])
    /// Documents in memory, such as those of a program that carries its schema.
    case documents([SchemaDocument])

    /// Reads and checks the schema.
    func read() -> (schema: Schema?, diagnostics: [Diagnostic]) {
        switch self {
        case .paths(let paths): readSchema(paths: paths)
        case .documents(let documents): readSchema(documents: documents)
        }
    }

    /// The name for people.
    var name: String {
        switch self {
        case .paths(let paths): paths.joined(separator: ", ")
        case .documents(let documents): documents.map(\.path).joined(separator: ", ")
        }
    }
}
