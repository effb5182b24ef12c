import QuireToolbox

extension ItemDecoder {
    /// The layout of the rows that this decoder reads.
    public var rowLayout: RowLayout { RowLayout(module.fields, fields: fields) }

    /// Reads the item of a store's current row.
    ///
    /// - Throws: `ContentDecodingError` without a byte offset.
    public func decode(_ row: RowSource, _ layout: RowLayout) throws(ContentDecodingError) -> Item {
        var reader = InstanceReader(row, layout, module.fields)
        do throws(ValueDecodingError) {
            return try decode(&reader)
        } catch {
            throw located(error, row, layout)
        }
    }

    /// The error for an item of a row that could not be read.
    package func located(_ failure: ValueDecodingError, _ row: RowSource, _ layout: RowLayout)
        -> ContentDecodingError
    {
        let column = failure.offset
        var path: String
        if column < layout.firstField, let key = RowLayout.Envelope(rawValue: column) {
            path = "\(key)"
        } else if let field = layout.fields.first(where: { layout.column(of: $0) == column }),
            module.fields.fields.indices.contains(field)
        {
            path = "values" + JSONPlace.member(module.fields.fields[field].name)
        } else {
            path = "values"
        }
        // For a missing field, the path names the field. Inside a column, the path continues.
        let isMissing = failure.reason == .missing && (column < 0 || row.isNull(column))
        if let inner = failure.path, !isMissing || column < 0 { path += inner }
        let id = RowLayout.Envelope.id.rawValue
        return ContentDecodingError(
            module: module.name, id: row.isNull(id) ? nil : row.text(id), path: path, byteOffset: nil,
            expected: "\(failure.expected)", found: isMissing ? "nothing" : row.text(column).shortened(to: 40)
        )
    }
}
