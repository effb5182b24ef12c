import QuireCore

extension Content {
    /// Returns the item in the format in which HALO writes instances.
    ///
    /// - Throws: `WriteError` for a value that JSON, or its field's format, cannot represent.
    package func exactInstance() throws(WriteError) -> [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        guard let flaw = json.flaw else { return json.bytes }
        var failure = WriteError(
            .invalid, WriteOperation(.createOrUpdate, Module.descriptor, id: id.rawValue),
            message: "values cannot be written")
        failure.fields = [WriteError.Field(flaw, in: json.bytes)]
        throw failure
    }
}
