import Foundation
import QuireGenerator
import QuireShared
import QuireToolbox

/// The state files of unfinished loads, in one folder.
struct LoadStates: Sendable {
    let folder: String

    /// - Parameter folder: The folder. `nil` uses one in the user's caches.
    init(folder: String?) {
        if let folder {
            self.folder = folder
            return
        }
        let manager = FileManager.default
        let caches =
            manager.urls(for: .cachesDirectory, in: .userDomainMask).first ?? manager.temporaryDirectory
        self.folder = caches.appendingPathComponent("quire").appendingPathComponent("loads").path
    }

    /// The state of loading a file into a target, or `nil` if there is no readable one.
    func state(of file: FileIdentity, into target: String) -> LoadState? {
        guard let bytes = FileSystem.read(path(file, target)),
            let state = try? JSONDecoder().decode(LoadState.self, from: Data(bytes)),
            state.version == LoadState.version, state.target == target, state.file.path == file.path
        else { return nil }
        return state
    }

    /// Saves a state atomically: readers find the old one or the new one.
    func keep(_ state: LoadState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        try FileSystem.makeFolder(folder)
        try FileSystem.write(Array(try encoder.encode(state)), to: path(state.file, state.target))
    }

    /// Removes a state. If that fails, the lines are only loaded again.
    func remove(_ file: FileIdentity, _ target: String) {
        try? FileManager.default.removeItem(atPath: path(file, target))
    }

    /// The file name is a hash of file and target. The state itself contains both.
    private func path(_ file: FileIdentity, _ target: String) -> String {
        "\(folder)/\(StableHash("\(file.path)\u{0}\(target)").digits).json"
    }
}

/// The progress of loading one file into one target.
struct LoadState: Sendable, Hashable, Codable {
    /// The format version. States of other versions are ignored.
    var version = Self.version
    var target: String
    /// The identity of the store or collection.
    var ground: String
    var file: FileIdentity
    /// All lines before this position are stored or skipped.
    var position: LinePosition
    /// The number of stored items, including those of resumed loads.
    var loaded = 0
    /// The number of skipped lines.
    var leftOut = 0
    /// Whether the file is complete, while others of the same load are not.
    var isWhole = false

    static let version = 1
}

/// Identifies a file, as opposed to other files at the same path at other times.
struct FileIdentity: Sendable, Hashable, Codable {
    /// The absolute path.
    var path: String
    var size: Int64
    /// The modification time in microseconds since 1970.
    var changed: Int64
    var number: Int64

    /// - Throws: The file system's error if the file does not exist.
    init(path: String) throws {
        self.path = URL(fileURLWithPath: path).standardizedFileURL.path
        let attributes = try FileManager.default.attributesOfItem(atPath: self.path)
        size = (attributes[.size] as? NSNumber)?.int64Value ?? 0
        let date = (attributes[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        changed = Int64((date * 1_000_000).rounded())
        number = (attributes[.systemFileNumber] as? NSNumber)?.int64Value ?? 0
    }
}
