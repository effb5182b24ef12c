import QuireSchema

/// The location of a schema: files and folders, or the same paths in a revision of git.
package enum SchemaOrigin: Hashable, Sendable {
    case paths([String])
    /// - Parameter paths: Relative to the working directory, as the schema's paths are.
    case git(revision: String, paths: [String])

    /// Reads `git:REV`, `git:REV:PATH`, or a path.
    ///
    /// - Parameter paths: The paths to read in the revision, if the text has none.
    /// - Throws: `SchemaOriginError` if the text is neither.
    package init(_ text: String, paths: [String]) throws(SchemaOriginError) {
        guard text.hasPrefix("git:") else {
            guard !text.isEmpty else { throw SchemaOriginError("no path or revision was given") }
            self = .paths([text])
            return
        }
        let parts = text.dropFirst(4).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let revision = String(parts[0])
        guard !revision.isEmpty else {
            throw SchemaOriginError("\(quoted(text)) names no revision. Write git:main, or git:main:Schema")
        }
        guard !revision.hasPrefix("-") else {
            throw SchemaOriginError("\(quoted(revision)) is not a revision: it begins with '-'")
        }
        if parts.count == 2, parts[1].isEmpty {
            throw SchemaOriginError(
                "\(quoted(text)) has no path after the colon. Write git:\(revision):Schema")
        }
        self = .git(revision: revision, paths: parts.count == 2 ? [String(parts[1])] : paths)
    }

    /// Reads and checks the schema. Its diagnostics have its paths, in a revision as `git:REV:PATH`.
    package func read() throws(SchemaOriginError) -> (schema: Schema?, diagnostics: [Diagnostic]) {
        switch self {
        case .paths(let paths): return readSchema(paths: paths)
        case .git(let revision, let paths):
            var documents: [SchemaDocument] = []
            for path in paths { documents += try GitRevision(revision, of: path).documents() }
            return readSchema(documents: documents)
        }
    }
}

/// A schema that cannot be found.
package struct SchemaOriginError: Error, CustomStringConvertible {
    package var description: String

    init(_ description: String) { self.description = description }
}
