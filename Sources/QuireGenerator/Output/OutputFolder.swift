import QuireShared

/// The folder of the generated files.
package struct OutputFolder {
    let path: String

    package init(_ path: String) {
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }

    /// Writes the files whose bytes differ, and returns their names. The others keep their modification times, so
    /// that they are not recompiled.
    package func write(_ files: [GeneratedFile]) throws(FileFailure) -> [String] {
        try FileSystem.makeFolder(path)
        var written: [String] = []
        for file in files {
            let bytes = Array(file.text.utf8)
            let place = path + "/" + file.name
            if FileSystem.read(place) == bytes { continue }
            try FileSystem.write(bytes, to: place)
            written.append(place)
        }
        return written
    }

    /// The files that differ from what would be generated.
    func stale(_ files: [GeneratedFile]) -> [String] {
        files.filter { FileSystem.read(path + "/" + $0.name) != Array($0.text.utf8) }.map {
            path + "/" + $0.name
        }
    }
}

/// A file of generated code.
public struct GeneratedFile: Hashable, Sendable {
    /// The name in the output folder.
    public var name: String
    public var text: String
}

/// The fixed list of files. It never depends on the schema, because SwiftPM plans a build once.
enum Shards {
    static let count = 16

    static let indexName = "ContentSchema.generated.swift"

    static func name(_ shard: Int) -> String { "Content\(shard).generated.swift" }

    /// The file of a module, by the hash of its wire name.
    static func shard(of name: String) -> Int { Int(StableHash(name).value % UInt64(count)) }
}
