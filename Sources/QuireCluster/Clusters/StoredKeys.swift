import QuireCore

/// The names under which a cluster's documents hold the parts of an instance, and what else is read of them.
package final class StoredKeys: Sendable {
    let module: IndexedModule
    /// The values by ordinal, between what stands beside them and the unknown ones; then the others.
    let keys: FieldKeys
    /// The values' own names as keys of JSON with their colons, one behind the other.
    let names: [UInt8]
    /// Where the name of each value stands.
    let ranges: [Range<Int>]
    /// What else is read, in the order of their positions.
    package let others: [String]

    /// - Parameters:
    ///   - metadata: Where the instance without its values stands.
    ///   - rest: Where the values under unknown keys stand.
    ///   - others: What else is handed out where documents are read.
    ///   - value: Where the value of a field stands.
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

    /// The slot of the instance without its values; those of the values follow.
    static let metadata = 0
    /// The slot of the values under unknown keys.
    var rest: Int { module.values.count + 1 }
}
