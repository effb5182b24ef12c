import QuireSchema

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

// The only file of this module that uses the file system. It does not use Foundation, because the module is compiled in
// every app that uses the plugin.

/// The reason why a file could not be read or written.
package struct FileFailure: Error, CustomStringConvertible {
    package var path: String
    package var reason: String

    init(_ path: String) {
        self.path = path
        reason = String(cString: strerror(errno))
    }

    package var description: String { "\(path): error: cannot write: \(reason)" }
}

package enum FileSystem {
    /// The bytes of a file, or `nil` if it cannot be read.
    package static func read(_ path: String) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = chunk.withUnsafeMutableBytes {
                systemRead(file, into: $0.baseAddress, count: $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return nil }
            if count == 0 { return bytes }
            bytes += chunk[0..<count]
        }
    }

    /// Writes a file atomically: readers find the old bytes or the new ones.
    package static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
        let draft = path + ".\(getpid()).tmp"
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FileFailure(path) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes {
                systemWrite(file, bytes: $0.baseAddress.map { $0 + offset }, count: $0.count - offset)
            }
            if count < 0, errno == EINTR { continue }
            if count <= 0 {
                let failure = FileFailure(path)
                close(file)
                unlink(draft)
                throw failure
            }
            offset += count
        }
        guard close(file) == 0, rename(draft, path) == 0 else {
            let failure = FileFailure(path)
            unlink(draft)
            throw failure
        }
    }

    /// Whether a file with this name exists, including a broken link.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Creates a folder and its parents.
    package static func makeFolder(_ path: String) throws(FileFailure) {
        var status = stat()
        if path.isEmpty || stat(path, &status) == 0 { return }
        if let slash = path.lastIndex(of: "/") { try makeFolder(String(path[..<slash])) }
        if mkdir(path, 0o755) != 0, errno != EEXIST { throw FileFailure(path) }
    }

}

private func systemRead(_ file: Int32, into bytes: UnsafeMutableRawPointer?, count: Int) -> Int {
    read(file, bytes, count)
}

private func systemWrite(_ file: Int32, bytes: UnsafeRawPointer?, count: Int) -> Int {
    guard let bytes else { return 0 }
    return write(file, bytes, count)
}

/// Prints one line to standard error, whatever the text contains. Control characters are escaped as `\u{1B}`.
public func printError(_ text: String) {
    var bytes = Array(printableLine(text).utf8)
    bytes.append(0x0A)
    var offset = 0
    while offset < bytes.count {
        let count = bytes.withUnsafeBytes {
            systemWrite(2, bytes: $0.baseAddress.map { $0 + offset }, count: $0.count - offset)
        }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return }
        offset += count
    }
}

/// The current time in nanoseconds, as the content of a stamp.
func timeOfDay() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return "\(time.tv_sec).\(time.tv_nsec)"
}
