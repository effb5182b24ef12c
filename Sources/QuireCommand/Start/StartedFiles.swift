import Foundation
import QuireGenerator

/// The files and folders that a start has created, so that a failure leaves the package as it was.
struct StartedFiles {
    private let manifest: [UInt8]
    private var created: [String] = []
    private var changesManifest = false

    /// - Parameter manifest: The bytes of `Package.swift` before the start.
    init(manifest: [UInt8]) { self.manifest = manifest }

    mutating func add(_ path: String) { created.append(path) }

    mutating func addManifest() { changesManifest = true }

    /// Removes what was created, and restores `Package.swift`.
    func undo() {
        for path in created { try? FileManager.default.removeItem(atPath: path) }
        var remains = created.filter(FileSystem.exists)
        if changesManifest {
            do throws(FileFailure) {
                try FileSystem.write(manifest, to: "Package.swift")
            } catch {
                remains.append("Package.swift")
            }
        }
        printError(
            remains.isEmpty
                ? "quire: nothing was kept; correct the problem, then run the command again"
                : "quire: remove \(remains.joined(separator: ", ")) before you run the command again")
    }
}
