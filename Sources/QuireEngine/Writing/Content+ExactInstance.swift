import QuireCore

extension Content {
    /// Returns the item in the format in which HALO writes instances.
    ///
    /// - Throws: `WriteError` for a value that JSON, or its field's format, cannot represent.
    package func exactInstance() throws(WriteError) -> [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        var problems = metadata.shortenedRelationProblems
        if let flaw = json.flaw { problems.append(WriteError.Field(flaw, in: json.bytes)) }
        guard !problems.isEmpty else { return json.bytes }
        var failure = WriteError(
            .invalid, WriteOperation(.createOrUpdate, Module.descriptor, id: id.rawValue),
            message: "values cannot be written")
        failure.fields = problems
        throw failure
    }
}

extension ContentMetadata {
    /// The relations whose stored ids a write of the whole item would lose.
    var shortenedRelationProblems: [WriteError.Field] {
        shortenedRelations.map {
            .init(
                name: $0,
                message: "it has only the related items that the query of its include found; "
                    + "write a draft with the changed fields, or fetch the item without that query")
        }
    }
}
