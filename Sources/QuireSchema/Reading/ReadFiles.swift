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

// The only file of this module that uses the file system. It does not use Foundation, because the module is compiled
// in every app that uses the plugin.

/// Reads the bytes of a file, or returns the system's error message.
package func readFile(_ path: String, atMost limit: Int) -> (bytes: [UInt8], failure: String?) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return ([], reason()) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EINTR { continue }
            return ([], reason())
        }
        if count == 0 { return (bytes, nil) }
        bytes += chunk[0..<count]
        // Reading slightly more than the limit shows that it is exceeded. A device file may never end.
        if bytes.count > limit { return (bytes, nil) }
    }
}

func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The paths of the JSON files in a folder and its subfolders, except hidden ones.
func findDocuments(in folder: String, depth: Int = 0) -> (paths: [String], failure: String?) {
    guard let directory = opendir(folder) else { return ([], reason()) }
    defer { closedir(directory) }
    var paths: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(
                to: CChar.self, capacity: MemoryLayout.size(ofValue: entry.pointee.d_name)
            ) {
                String(cString: $0)
            }
        }
        if name.hasPrefix(".") { continue }
        let path = folder.hasSuffix("/") ? folder + name : folder + "/" + name
        if isFolder(path) {
            // The limit ends loops of symbolic links.
            if depth < 16 { paths += findDocuments(in: path, depth: depth + 1).paths }
        } else if name.hasSuffix(".json") {
            paths.append(path)
        }
    }
    return (paths, nil)
}

private func reason() -> String { String(cString: strerror(errno)) }
