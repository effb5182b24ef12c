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

/// A token store in a file that only its owner can read (mode 0600), from its creation on.
///
/// ```swift
/// let store = FileTokenStore(at: URL.applicationSupportDirectory.appending(path: "halo-tokens"))
/// ```
/// Saving writes a new file and atomically swaps it in, so a crash leaves either the old or the new file. A file that
/// others can read or write, or that is a link, is not used, because its tokens may no longer be secret. Loading it
/// throws ``TokenStoreError`` with kind `exposed`, and the next save repairs it.
///
/// Only one process should use a file at a time. If two save at once, one of them wins.
public actor FileTokenStore: TokenStore {
    private let path: String

    /// - Parameter file: The file. Its folder is created if needed, for its owner only.
    public init(at file: URL) { path = file.path }

    public func load(_ account: String) throws -> Data? { try read()[account] }

    public func save(_ record: Data, for account: String) throws {
        // A file that cannot be used is replaced.
        var records = (try? read()) ?? [:]
        records[account] = record
        try write(records)
    }

    public func remove(_ account: String) throws {
        var records: [String: Data] = [:]
        do {
            records = try read()
            guard records.removeValue(forKey: account) != nil else { return }
        } catch let error as TokenStoreError where error.kind != .refused {
            // The file is useless, and may contain what must be removed.
        }
        guard records.isEmpty else { return try write(records) }
        guard unlink(path) == 0 || errno == ENOENT else { throw refused("unlink") }
    }

    // MARK: - The file

    private static let maximumBytes = 1 << 20

    private func read() throws -> [String: Data] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [:] }
            if errno == ELOOP { throw TokenStoreError(.exposed, at: path, detail: "it is a symbolic link") }
            throw refused("open")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw refused("fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw TokenStoreError(.exposed, at: path, detail: "it is not a regular file")
        }
        guard status.st_uid == geteuid() else {
            throw TokenStoreError(.exposed, at: path, detail: "it belongs to the user \(status.st_uid)")
        }
        let mode = status.st_mode & 0o777
        guard mode & 0o077 == 0 else {
            throw TokenStoreError(
                .exposed, at: path, detail: "its mode is \(String(mode, radix: 8)), expected 600")
        }
        guard let data = try handle.read(upToCount: Self.maximumBytes + 1) else {
            return try records(in: Data())
        }
        return try records(in: data)
    }

    /// `{"quire":1,"records":{"<account>":"<base64>"}}`
    private func records(in data: Data) throws -> [String: Data] {
        guard data.count <= Self.maximumBytes else {
            throw TokenStoreError(.corrupt, at: path, detail: "it is larger than \(Self.maximumBytes) bytes")
        }
        guard let file = try? JSONDecoder().decode(TokenFile.self, from: data), file.quire == 1 else {
            throw TokenStoreError(
                .corrupt, at: path, detail: "it is not a file of this store, or a record is damaged")
        }
        return file.records
    }

    private func write(_ records: [String: Data]) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try replace(with: encoder.encode(TokenFile(records: records)))
    }

    private func replace(with data: Data) throws {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let temporary = "\(path).\(UInt64.random(in: 0 ... .max)).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw refused("open") }
        do {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: data)
            try handle.synchronize()
            try handle.close()
            guard rename(temporary, path) == 0 else { throw refused("rename") }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func refused(_ call: String) -> TokenStoreError {
        TokenStoreError(.refused, at: path, detail: "\(call): \(String(cString: strerror(errno)))")
    }
}

/// The content of the file. The encoder writes records in Base64.
private struct TokenFile: Codable {
    var quire = 1
    var records: [String: Data]
}
