import QuireCore
import QuireServer
import QuireToolbox

/// Lists, saves and deletes the saved queries.
struct SavedQueryCalls: Sendable {
    private let context: ExplorerContext
    private let saved: SavedQueries?

    init(_ context: ExplorerContext) {
        self.context = context
        saved = context.options.queriesFile.map { SavedQueries(path: $0) }
    }

    func list() async -> JSONValue {
        guard let saved else { return response(nil, []) }
        do throws(ExplorerError) {
            return response(saved.path, try await saved.entries())
        } catch {
            return response(saved.path, []).adding("error", error.message.json)
        }
    }

    func change(_ body: BodyObject) async throws -> JSONValue {
        guard let saved else {
            throw ExplorerError(
                .readOnly, "There is no file for saved queries. Start the explorer with --queries <file>.")
        }
        if let name = try body.text("delete") { return response(saved.path, try await saved.delete(name)) }
        guard let entry = try body.object("save") else {
            throw ExplorerError(.body, "The body needs \"save\" or \"delete\".")
        }
        let name = try entry.requiredText("name")
        guard name.unicodeScalars.count <= 100 else {
            throw ExplorerError(.body, "save.name: a name has at most 100 characters")
        }
        // Only what parses is kept, in one spelling.
        let query = QueryText.text(try QueryParser.query(try entry.requiredText("query")))
        let description = try entry.text("description").flatMap { $0.isEmpty ? nil : $0 }
        guard (description ?? "").unicodeScalars.count <= 1_000 else {
            throw ExplorerError(.body, "save.description: a description has at most 1000 characters")
        }
        return response(
            saved.path,
            try await saved.save(SavedQueries.Entry(name: name, description: description, query: query)))
    }

    private func response(_ path: String?, _ entries: [SavedQueries.Entry]) -> JSONValue {
        let schema = context.schema.now.schema
        let queries = entries.map { entry in
            problem(entry.query, schema).map { entry.json.adding("problem", $0.json) } ?? entry.json
        }
        return .record(["path": path?.json, "queries": queries.json])
    }

    /// What is wrong with a text, which someone may have edited in the file, or which is older than the schema.
    private func problem(_ text: String, _ schema: ExploredSchema) -> String? {
        do throws(ExplorerError) {
            _ = try QueryResolver(schema: schema).resolve(try QueryParser.query(text))
            return nil
        } catch {
            return error.message
        }
    }
}
