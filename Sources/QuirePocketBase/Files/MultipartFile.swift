import Foundation
import QuireCore

/// A body of type `multipart/form-data` in a temporary file, so that no upload has to fit into memory.
struct MultipartFile {
    let file: URL
    let contentType: String

    /// Writes the body. Remove it after use.
    ///
    /// - Parameters:
    ///   - part: The name of the parts with files.
    ///   - payload: Columns to write beside the files.
    /// - Throws: Foundation's errors for a file that cannot be read or written; `CancellationError`.
    init(_ files: [PocketBaseFile], as part: String, payload: JSONValue) throws {
        let boundary = "quire-" + RecordID.new() + RecordID.new()
        contentType = "multipart/form-data; boundary=\(boundary)"
        file = FileManager.default.temporaryDirectory.appending(path: "quire-upload-\(RecordID.new())")
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        do {
            let handle = try FileHandle(forWritingTo: file)
            defer { try? handle.close() }
            try handle.write(
                contentsOf: Self.head(boundary, "name=\"@jsonPayload\"", type: "application/json")
                    + payload.data)
            for upload in files {
                let names = "name=\"\(Self.quoted(part))\"; filename=\"\(Self.quoted(upload.name))\""
                try handle.write(
                    contentsOf: Data("\r\n".utf8) + Self.head(boundary, names, type: upload.type))
                try Self.copy(upload, to: handle)
            }
            try handle.write(contentsOf: Data("\r\n--\(boundary)--\r\n".utf8))
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    func remove() { try? FileManager.default.removeItem(at: file) }

    private static func copy(_ upload: PocketBaseFile, to handle: FileHandle) throws {
        switch upload.content {
        case .data(let data): try handle.write(contentsOf: data)
        case .file(let source):
            let reader = try FileHandle(forReadingFrom: source)
            defer { try? reader.close() }
            while let chunk = try reader.read(upToCount: 1 << 18), !chunk.isEmpty {
                try Task.checkCancellation()
                try handle.write(contentsOf: chunk)
            }
        }
    }

    private static func head(_ boundary: String, _ disposition: String, type: String) -> Data {
        // A line break would begin another header.
        let type =
            type.unicodeScalars.allSatisfy { (32..<127).contains($0.value) }
            ? type : "application/octet-stream"
        return Data(
            "--\(boundary)\r\nContent-Disposition: form-data; \(disposition)\r\nContent-Type: \(type)\r\n\r\n"
                .utf8)
    }

    /// A name inside quotes, as browsers write it.
    private static func quoted(_ name: String) -> String {
        let name = name.isEmpty ? "file" : name
        return name.replacing("\"", with: "%22").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
            .replacing("\r\n", with: "%0D%0A").replacing("\0", with: "%00").replacing("\\", with: "%5C")
    }
}
