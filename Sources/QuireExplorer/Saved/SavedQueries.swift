import Foundation
import QuireCore
import QuireServer
import QuireToolbox

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif canImport(WASILibc)
import WASILibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The queries of a team, in a file beside the schema: a list of names and texts that reviews can read.
///
/// ```json
/// [
///   { "name": "Recent books", "query": "books where year >= 2000 sort year desc" }
/// ]
/// ```
actor SavedQueries {
    struct Entry: Hashable, Sendable {
        var name: String
        var description: String?
        /// In the text form.
        var query: String

        var json: JSONValue {
            .record(["name": name.json, "description": description?.json, "query": query.json])
        }
    }

    let path: String
    static let mostEntries = 1_000
    private static let mostBytes = 4 << 20

    init(path: String) { self.path = path }

    /// - Throws: `ExplorerError` if the file exists but is not a list of queries.
    func entries() throws(ExplorerError) -> [Entry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        guard let data = FileManager.default.contents(atPath: path), data.count <= Self.mostBytes else {
            throw ExplorerError(.body, "\(path) cannot be read, or has more than 4 MB. Check the file.")
        }
        guard case .array(let values)? = try? JSONValue(parsing: data) else {
            throw malformed("expected a JSON array of queries")
        }
        var entries: [Entry] = []
        for (index, value) in values.enumerated() { entries.append(try entry(value, index + 1)) }
        return entries
    }

    private func entry(_ value: JSONValue, _ number: Int) throws(ExplorerError) -> Entry {
        guard case .object(let members) = value else {
            throw malformed("query \(number): expected an object, found \(value.kindName)")
        }
        var texts: [String: String] = [:]
        for member in members {
            guard ["name", "description", "query"].contains(member.name) else {
                throw malformed(
                    "query \(number): unknown key \"\(member.name.shortened)\"; expected name, description or query"
                )
            }
            guard case .string(let text) = member.value else {
                throw malformed(
                    "query \(number): \(member.name) should be a text, found \(member.value.kindName)")
            }
            texts[member.name] = text
        }
        guard let name = texts["name"], let query = texts["query"] else {
            throw malformed("query \(number): it has no \"\(texts["name"] == nil ? "name" : "query")\"")
        }
        return Entry(name: name, description: texts["description"], query: query)
    }

    /// Adds a query, or replaces the one with its name.
    func save(_ entry: Entry) async throws -> [Entry] {
        try await change { entries throws(ExplorerError) in
            let others = entries.filter { $0.name != entry.name }
            guard others.count < Self.mostEntries else {
                throw ExplorerError(
                    .body, "\(path) has \(Self.mostEntries) queries, which is the most. Delete some.")
            }
            return others + [entry]
        }
    }

    func delete(_ name: String) async throws -> [Entry] {
        try await change { entries throws(ExplorerError) in
            let left = entries.filter { $0.name != name }
            guard left.count < entries.count else {
                throw ExplorerError(.notFound, "There is no saved query with this name. Reload the list.")
            }
            return left
        }
    }

    /// Reads the file, changes its queries and writes it, while no other process does.
    private func change(_ change: ([Entry]) throws(ExplorerError) -> [Entry]) async throws -> [Entry] {
        let target = try file()
        return try await FolderLock.held(of: target.deletingLastPathComponent().path) {
            try write(try change(try entries()), to: target)
        }
    }

    /// The file itself, if the path is a symbolic link.
    private func file() throws(ExplorerError) -> URL {
        var file = URL(fileURLWithPath: path)
        for _ in 0..<32 {
            guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: file.path) else {
                return file
            }
            file = URL(fileURLWithPath: link, relativeTo: file.deletingLastPathComponent()).absoluteURL
        }
        throw ExplorerError(.body, "\(path) is a symbolic link that leads to itself. Correct the link.")
    }

    /// Writes the file, sorted by name, so that the same queries give the same bytes.
    private func write(_ entries: [Entry], to file: URL) throws(ExplorerError) -> [Entry] {
        let sorted = entries.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        let lines = sorted.map { entry in
            var members: [JSONValue.Member] = [.init("name", entry.name.json)]
            if let description = entry.description { members.append(.init("description", description.json)) }
            members.append(.init("query", entry.query.json))
            let text = members.map { "    \(JSONValue.string($0.name)): \($0.value)" }.joined(
                separator: ",\n")
            return "  {\n\(text)\n  }"
        }
        let data = Data((lines.isEmpty ? "[]\n" : "[\n\(lines.joined(separator: ",\n"))\n]\n").utf8)
        guard data.count <= Self.mostBytes else {
            throw ExplorerError(
                .tooLarge, "\(path) would have more than 4 MB. Delete some queries, or save a shorter one.")
        }
        do {
            try data.write(to: file, options: .atomic)
        } catch {
            throw ExplorerError(.body, "\(path) cannot be written. Check the folder's permissions.")
        }
        return sorted
    }

    private func malformed(_ problem: String) -> ExplorerError {
        ExplorerError(.body, "\(path): \(problem). Correct the file, or choose another with --queries.")
    }
}

/// Lets one process at a time change the files of a folder. The lock ends with its process, and leaves no file.
enum FolderLock {
    /// Runs the body while no other process holds the lock.
    ///
    /// - Throws: The body's error; `ExplorerError` if the folder cannot be opened, or if the lock is not free in time.
    static func held<Result>(
        of folder: String, patience: Duration = .seconds(10), isolation: isolated (any Actor)? = #isolation,
        _ body: () throws -> Result
    ) async throws -> Result {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard descriptor >= 0 else {
            throw ExplorerError(
                .body, "The folder \(folder) cannot be opened. Create it, or correct its permissions.")
        }
        defer { close(descriptor) }
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, clock.now < deadline else {
                throw ExplorerError(.busy, "Another process is writing in \(folder). Try again.")
            }
            try await Task.sleep(nanoseconds: 2_000_000)
        }
        return try body()
    }
}
