import Foundation

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
