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
            var checked: (values: FoundValues, fit: Bool)?
            for slice in slices {
                if case .record(let values, let record) = slice.content {
                    // The same for all records of a response.
                    if checked?.values !== values { checked = (values, values.areValues(of: module.fields)) }
                    let isRead =
                        checked?.fit == true
                        && values.withValues(record) { read($0, inside: levels, context, to: &items) }
                    if isRead { continue }
                }
                let isRead = slice.withBytes { buffer in
                    var json = JSONCursor(buffer, context)
                    json.depth = levels
                    return read(json, upTo: buffer.count, to: &items)
                }
                guard isRead else { return false }
            }
            return true
        }
        return isWhole ? items : nil
    }

    /// Reads an instance and appends its item. Returns whether it fits.
    private func read(_ json: JSONCursor, upTo end: Int, to items: inout [Item]) -> Bool {
        json.context.startInstance(depth: json.depth + 1)
        var reader = InstanceReader(json, module.fields)
        do throws(ValueDecodingError) {
            items.append(try decode(&reader))
            return reader.endOffset == end
        } catch {
            return false
        }
    }

    /// Reads an item directly from a record, and appends it. Returns `false` and appends nothing if something does not fit,
    /// or if the decoder needs the instance itself.
    private func read(
        _ record: UnsafePointer<RecordValues>, inside levels: Int, _ context: JSONContextReference,
        to items: inout [Item]
    ) -> Bool {
        var json = JSONCursor(record.pointee.written, context)
        json.depth = levels
        json.context.startInstance(depth: levels + 1)
        var reader = InstanceReader(record, json, module.fields)
        do throws(ValueDecodingError) {
            items.append(try decode(&reader))
            return true
        } catch {
            return false
        }
    }
}
