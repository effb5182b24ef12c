/// The fixed list of files. It never depends on the schema, because SwiftPM plans a build once.
enum Shards {
    static let count = 16

    static let indexName = "ContentSchema.generated.swift"

    static func name(_ shard: Int) -> String { "Content\(shard).generated.swift" }

    /// The file of a module: FNV-1a of its wire name, the same in every process.
    static func shard(of name: String) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int(hash % UInt64(count))
    }
}
