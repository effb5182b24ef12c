/// The topics of PocketBase's realtime API.
enum RealtimeTopic {
    /// All records of a collection, with the id alone: `books/*?options={"query":{"fields":"id"}}`, percent-encoded.
    ///
    /// A filter would be wrong here: nothing announces that a record no longer meets it.
    static func all(of collection: String) -> String {
        "\(collection)/*?options=\(PocketBaseConnection.escaped(#"{"query":{"fields":"id"}}"#))"
    }
}
