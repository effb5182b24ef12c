import QuireCore
import QuireServer

/// The explorer's API: one call for each thing that the page shows or does.
struct ExplorerAPI: Sendable {
    let context: ExplorerContext

    /// Responds to a call whose token was checked.
    func respond(to request: ServedRequest, at route: ExplorerRoute) async throws -> ServedResponse {
        switch route {
        case .status: return ServedResponse(200, StatusJSON.response(context))
        case .schema: return ServedResponse(200, SchemaJSON.response(context.schema.now))
        case .diagram:
            let text = SVGDiagram(diagram: SchemaDiagram(context.schema.now.schema.schema)).text
            return ServedResponse(200, headers: [("Content-Type", "image/svg+xml")], body: Array(text.utf8))
        default: throw ExplorerError(.notFound, "Not here yet.")
        }
    }
}
