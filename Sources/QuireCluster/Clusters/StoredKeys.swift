import QuireCore

/// The keys under which a cluster's documents store the parts of an instance, and other keys to read.
package final class StoredKeys: Sendable {
    let module: IndexedModule
    /// The keys by position: metadata, the values by ordinal, unknown values, then the others.
    let keys: FieldKeys
    /// The wire names of the values as concatenated JSON keys with their colons.
    let names: [UInt8]
    /// The position of each value's name.
    let ranges: [Range<Int>]
    /// The other keys to read, in the order of their positions.
    package let others: [String]

    /// - Parameters:
    ///   - metadata: The key of the instance without its values.
    ///   - rest: The key of the values under unknown keys.
    ///   - others: Other keys to read from documents.
    ///   - value: Returns the key of a field's value.
    package init(
        _ module: IndexedModule, metadata: String, rest: String, others: [String] = [],
        value: (IndexedField) -> String
    ) {
        self.module = module
        self.others = others
        keys = FieldKeys(names: [metadata] + module.values.map(value) + [rest] + others)
        var names: [UInt8] = []
        var ranges: [Range<Int>] = []
        for field in module.values {
            var json = JSONWriter()
            json.string(field.descriptor.name)
            let start = names.count
            names += json.bytes + [UInt8(ascii: ":")]
            ranges.append(start..<names.count)
        }
        self.names = names
        self.ranges = ranges
    }

    /// The slot of the instance without its values. The slots of the values follow.
    static let metadata = 0
    /// The slot of the values under unknown keys.
    var rest: Int { module.values.count + 1 }
}
