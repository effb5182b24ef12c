import Foundation
import QuireGenerator

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
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in "\(file.path)\u{0}\(target)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "\(folder)/\(String(hash, radix: 16)).json"
    }
}
