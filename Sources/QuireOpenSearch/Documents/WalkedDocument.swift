import QuireCore
import QuireRemote

/// A document in the cluster, with its version.
struct WalkedDocument {
    let id: String
    let sequence: Int
    let term: Int
    let source: JSONValue?

    /// Changes whenever the document is written.
    var version: String { "\(term).\(sequence)" }

    /// For a copy: the version of the original.
    var copiedVersion: String? { source?[LayoutField.copied]?.string }

    /// - Parameter hit: The JSON, `{"_id":"57ea","_seq_no":4,"_primary_term":1,"_source":{"title":"Emma"}}`.
    init?(_ hit: JSONValue) {
        guard let id = hit["_id"]?.string, let sequence = hit["_seq_no"]?.int,
            let term = hit["_primary_term"]?.int
        else { return nil }
        self.id = id
        self.sequence = sequence
        self.term = term
        source = hit["_source"]
    }

    /// The item; `nil` if the response has no source.
    func instance(_ document: PlainDocument) -> JSONValue? {
        source.flatMap { document.instance(of: $0, id: id) }
    }

    /// What a request for documents leaves out of their sources.
    static var source: JSONValue { .of(["excludes": .texts(LayoutField.derived)]) }
}
