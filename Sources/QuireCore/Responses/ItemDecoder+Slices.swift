extension ItemDecoder {
    /// Reads instances in place, without a page around them.
    ///
    /// - Parameter levels: The number of nesting levels that a page would add.
    /// - Returns: The items, or `nil` if one does not fit or is not a single value. Decoding a page of them then
    ///   reports the error and its location.
    func items(of slices: [StoredSlice], inside levels: Int, keepsUnknownValues: Bool) -> [Item]? {
        var items: [Item] = []
        items.reserveCapacity(slices.count)
        var context = JSONContext(keepsUnknownValues: keepsUnknownValues)
        let isWhole = JSONCursor.withContext(&context) { context -> Bool in
            for slice in slices {
                let found = slice.owner.withBytes(upTo: slice.range.upperBound) { buffer -> Item? in
                    var json = JSONCursor(buffer, context)
                    json.offset = slice.range.lowerBound
                    json.depth = levels
                    return item(at: json, upTo: slice.range.upperBound)
                }
                guard let found else { return false }
                items.append(found)
            }
            return true
        }
        return isWhole ? items : nil
    }

    private func item(at json: JSONCursor, upTo end: Int) -> Item? {
        json.context.startInstance(depth: json.depth + 1)
        var reader = InstanceReader(json, module.fields)
        do throws(ValueDecodingError) {
            let item = try decode(&reader)
            return reader.endOffset == end ? item : nil
        } catch {
            return nil
        }
    }
}
