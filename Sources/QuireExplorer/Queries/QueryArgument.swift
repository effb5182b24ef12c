import QuireServer

/// The query in the body of a call.
enum QueryArgument {
    static func object(_ body: BodyObject) throws -> BodyObject {
        guard let value = body["query"] else {
            throw ExplorerError(.body, "The body needs \"query\".")
        }
        return try BodyObject(value, at: "")
    }
}
