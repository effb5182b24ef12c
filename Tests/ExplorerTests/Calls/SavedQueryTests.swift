import Foundation
import QuireCore
import Testing

@testable import QuireExplorer

/// The file of saved queries under several writers, through links, and at its limits.
@Suite struct SavedQueryTests {
    @Test("Two writers of one file lose no query")
    func twoWriters() async throws {
        let folder = try RunningExplorer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("queries.json").path
        // Each has its own descriptor, so their lock is that of two processes.
        let writers = [SavedQueries(path: path), SavedQueries(path: path)]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, writer) in writers.enumerated() {
                group.addTask {
                    for index in 0..<40 {
                        _ = try await writer.save(.init(name: "\(number) \(index)", query: "books"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let names = try await writers[0].entries().map(\.name)
        #expect(Set(names).count == 80 && names.count == 80)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["queries.json"])
    }

    @Test("A symbolic link stays a link, and the file behind it changes, even if it does not exist yet")
    func symbolicLink() async throws {
        let folder = try RunningExplorer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FileManager.default
        let (link, file) = (folder.path + "/queries.json", folder.path + "/shared/queries.json")
        try files.createDirectory(atPath: folder.path + "/shared", withIntermediateDirectories: false)
        try files.createSymbolicLink(atPath: link, withDestinationPath: "shared/queries.json")
        let saved = SavedQueries(path: link)
        for name in ["a", "b"] { _ = try await saved.save(.init(name: name, query: "books")) }
        #expect(try files.destinationOfSymbolicLink(atPath: link) == "shared/queries.json")
        #expect(try await SavedQueries(path: file).entries().map(\.name) == ["a", "b"])
        try files.createSymbolicLink(atPath: folder.path + "/loop", withDestinationPath: "loop")
        await #expect(throws: ExplorerError.self) {
            try await SavedQueries(path: folder.path + "/loop").save(.init(name: "a", query: "books"))
        }
    }

    @Test("A query that would make the file unreadable is refused, and the file stays as it was")
    func full() async throws {
        let folder = try RunningExplorer.makeFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let saved = SavedQueries(path: folder.path + "/queries.json")
        let long = String(repeating: "x", count: 900_000)
        var refused = 0
        for index in 0..<6 {
            do {
                _ = try await saved.save(.init(name: "\(index)", query: "books search \"\(long)\""))
            } catch let error as ExplorerError {
                refused += 1
                #expect(error.message.contains("more than 4 MB. Delete some queries"))
            }
        }
        #expect(refused == 2)
        #expect(try await saved.entries().map(\.name) == ["0", "1", "2", "3"])
    }

    @Test("A description that is too long is refused")
    func longDescription() async throws {
        try await RunningExplorer.with { running in
            let text = String(repeating: "x", count: 1_001)
            let response = try await running.call(
                "queries", #"{"save":{"name":"a","query":"books","description":"\#(text)"}}"#)
            #expect(response.status == 400)
        }
    }
}
