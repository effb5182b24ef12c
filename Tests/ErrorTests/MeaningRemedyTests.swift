#if SQLite
import Quire
import Testing

@testable import QuireStore

/// Embedders that do not fit, and servers that refuse.
@Suite("Errors of search by meaning: the remedy matches the failure")
struct MeaningRemedyTests {
    private static func error(_ reason: EmbeddingError.Reason) -> EmbeddingError {
        EmbeddingError(reason, module: "books", model: "MiniLM")
    }

    private static let start = "Could not compute vectors for books with the model \"MiniLM\": "

    static let remedies = [
        Remedy(
            error(.noEmbedder),
            start + "the engine has no embedder. Set `StoreOptions.embedder`, or search for `.anyWord`."),
        Remedy(
            error(.otherModel("e5")),
            start
                + "the embedder has the model \"e5\". Use an embedder with the schema's model, or change the model in the schema."
        ),
        Remedy(
            error(.count(expected: 2, found: 1)),
            start + "the embedder returned 1 vectors for 2 texts. Check the embedder."),
        Remedy(
            error(.dimensions(expected: 384, found: 3)),
            start
                + "a vector has 3 components, and the schema says 384. Correct \"dimensions\" in the schema, or use another model."
        ),
        Remedy(
            error(.notFinite),
            start + "a vector has a component that is infinite or not a number. Check the embedder."),
        Remedy(error(.zero), start + "all components of a vector are zero. Check the embedder."),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 401, reason: "no key"),
            "Could not get vectors from the server for the model \"MiniLM\": status 401, no key. Check the key."
        ),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 503, reason: ""),
            "Could not get vectors from the server for the model \"MiniLM\": status 503. Try again later."),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 404, reason: "no such model."),
            "Could not get vectors from the server for the model \"MiniLM\": status 404, no such model. "
                + "Check the address and the name of the model."),
        Remedy(
            HTTPEmbedderError(model: "MiniLM", status: 200, reason: "the response is not JSON"),
            "Could not get vectors from the server for the model \"MiniLM\": status 200, the response is not JSON. "
                + "Use the address of an endpoint that responds as /v1/embeddings does."),
    ]

    @Test("Each error says what failed and what to do", arguments: remedies)
    func remedy(_ remedy: Remedy) { remedy.check() }
}
#endif
