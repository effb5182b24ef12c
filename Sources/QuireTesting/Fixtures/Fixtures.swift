public import Foundation
import QuireCore
import QuireToolbox

/// Reads items from files: NDJSON (one instance per line), a JSON array of instances, or a page from a server.
public enum Fixtures {
    /// Reads a file's instances as JSON.
    ///
    /// ```swift
    /// let books = try Fixtures.instances(contentsOf: url)
    /// await engine.add(books, to: Books.descriptor)
    /// ```
    /// - Throws: `FixtureError` with the line and what was expected, or the file system's error.
    public static func instances(contentsOf url: URL) throws -> [JSONValue] {
        try instances(Data(contentsOf: url), name: url.lastPathComponent)
    }

    /// Reads instances from bytes. The name is used in errors.
    public static func instances(_ data: Data, name: String = "fixture") throws(FixtureError) -> [JSONValue] {
        let document = data.drop { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
        if document.first == UInt8(ascii: "["), case .array(let instances) = try value(data, name, line: 1) {
            return instances
        }
        if let page = try? value(data, name, line: 1), case .array(let instances)? = page.member("items") {
            return instances
        }
        var instances: [JSONValue] = []
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        where line.contains(where: { $0 > 0x20 }) {
            instances.append(try value(Data(line), name, line: index + 1))
        }
        return instances
    }

    /// Reads a file's items, and checks that each fits the schema.
    ///
    /// ```swift
    /// await engine.add(Books.self, try Fixtures.items(Books.self, contentsOf: url))
    /// // {"id": "b1", "title": "Emma", "age": 40}
    /// // {"id": "b1", "values": {"title": "Emma", "age": 40}}
    /// ```
    /// An item has its values at the top level, or under `values`, as `quire load` takes it.
    /// An unknown key is probably mistyped and fails too. Otherwise, its values would be missing without notice.
    ///
    /// - Parameters:
    ///   - module: The module of the items.
    ///   - url: The file.
    ///   - allowsUnknownKeys: Whether to allow such keys, as in a response from a server with a newer schema.
    /// - Throws: `ContentDecodingError` with module, id, the file's name and the path in it, expected and found;
    ///   `FixtureError` if the file is not JSON, or has an unknown key.
    public static func items<Module: ContentModule>(
        _ module: Module.Type, contentsOf url: URL, allowsUnknownKeys: Bool = false
    ) throws -> [Content<Module>] {
        let instances = try instances(contentsOf: url).map(Module.descriptor.instance)
        if !allowsUnknownKeys { try checkKeys(of: instances, Module.descriptor, url) }
        var json = JSONWriter()
        json.value(.array(instances))
        do throws(ContentDecodingError) {
            return try ItemDecoder.content(of: Module.self).decodePage(Data(json.bytes)).items
        } catch {
            var located = error
            located.path = [url.lastPathComponent, error.path].filter { !$0.isEmpty }.joined(separator: ": ")
            // The bytes are not those of the file.
            located.byteOffset = nil
            throw located
        }
    }

    private static func checkKeys(
        of instances: [JSONValue], _ module: ModuleDescriptor, _ url: URL
    ) throws {
        var keys = UnknownKeys()
        for (index, instance) in instances.enumerated() {
            keys.add(
                module.unknownKeys(of: instance).filter { $0.hasPrefix("values.") }, line: index + 1)
        }
        guard let first = keys.keys.first else { return }
        let name = first.path.split(separator: ".").last.map(String.init) ?? first.path
        // Find the first occurrence of the key in the file, whatever its format.
        let data = try Data(contentsOf: url)
        let place = data.firstRange(of: Data("\"\(name)\"".utf8))?.lowerBound ?? data.startIndex
        let line = 1 + data[..<place].count { $0 == UInt8(ascii: "\n") }
        let listed = keys.keys.map { key in
            "'\(key.path.dropFirst("values.".count))' (\(key.count == 1 ? "1 item" : "\(key.count) items"))"
        }
        throw FixtureError(
            name: url.lastPathComponent, line: line,
            expected:
                "keys that are fields of \(module.name); unknown are \(listed.joined(separator: ", ")); there are "
                + module.fields.fields.map(\.name).joined(separator: ", "))
    }

    private static func value(_ data: Data, _ name: String, line: Int) throws(FixtureError) -> JSONValue {
        do {
            return try JSONCursor.withBytes(of: data) { (cursor) throws(ValueDecodingError) in
                let value = try cursor.value()
                try cursor.expectEnd()
                return value
            }
        } catch {
            let newlines = data.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
            throw FixtureError(name: name, line: line + newlines, expected: "\(error.expected)")
        }
    }
}

/// A fixture is not JSON, or has unknown keys. Contains the file, the line, and what was expected.
public struct FixtureError: Error, Sendable, Hashable, CustomStringConvertible {
    public var name: String
    /// The line number, counted from 1.
    public var line: Int
    public var expected: String

    public var description: String {
        PlainText.error("\(name):\(line): expected \(expected)", "Correct the fixture.")
    }
}

extension ModuleDescriptor {
    /// An item in HALO's form, from one that may have its values at the top level.
    ///
    /// ```json
    /// {"id":"b1","updatedAt":1700000000000,"title":"Emma","age":40}
    /// {"id":"b1","updatedAt":1700000000000,"values":{"title":"Emma","age":40}}
    /// ```
    /// The names of fields are values, then those of the metadata are metadata. All others are values that no field has.
    func instance(of item: JSONValue) -> JSONValue {
        guard case .object(let members) = item, isFlat(members) else { return item }
        var envelope: [JSONValue.Member] = []
        var values: [JSONValue.Member] = []
        for member in members {
            if fields[exactly: member.name] == nil, Self.instanceKeys.contains(member.name) {
                envelope.append(member)
            } else {
                values.append(member)
            }
        }
        return .object(envelope + [JSONValue.Member("values", .object(values))])
    }

    private func isFlat(_ members: [JSONValue.Member]) -> Bool {
        if fields[exactly: "values"] == nil, let values = members.first(where: { $0.name == "values" }) {
            switch values.value {
            case .object, .null: return false
            default: return true
            }
        }
        return members.contains { fields[exactly: $0.name] != nil || !Self.instanceKeys.contains($0.name) }
    }
}
