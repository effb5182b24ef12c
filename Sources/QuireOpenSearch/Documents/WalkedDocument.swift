import QuireCluster
import QuireCore

/// A document in the cluster, with its version.
struct WalkedDocument {
    let id: String
    let sequence: Int
    let term: Int
    let instance: StoredInstance?
    /// For a copy: the version of the original.
    let copiedVersion: String?

    /// Changes whenever the document is written.
    var version: String { "\(term).\(sequence)" }

    init?(_ hit: JSONValue) {
        guard let id = hit["_id"]?.string, let sequence = hit["_seq_no"]?.int,
            let term = hit["_primary_term"]?.int
        else { return nil }
        self.id = id
        self.sequence = sequence
        self.term = term
        instance = StoredInstance(hit["_source"])
        copiedVersion = hit["_source"]?[LayoutField.stored]?["from"]?.string
    }
}
