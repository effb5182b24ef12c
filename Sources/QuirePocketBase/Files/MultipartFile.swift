public import Foundation
public import QuireCore

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

/// A file to upload: bytes, or a file on this device that is read while it is sent.
///
/// ```swift
/// try await engine.upload([.file(file)], to: \.cover, of: book.id)
/// ```
public struct PocketBaseFile: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case data(Data)
        case file(URL)
    }

    let content: Content
    /// The name to upload it under. The server makes its own name from it.
    public var name: String
    /// The media type, for example `image/jpeg`. The server looks at the content itself.
    public var type: String

    /// Bytes in memory.
    public static func data(
        _ data: Data, name: String, type: String = "application/octet-stream"
    ) -> PocketBaseFile {
        PocketBaseFile(content: .data(data), name: name, type: type)
    }

    /// A file on this device.
    ///
    /// - Parameters:
    ///   - file: The file's URL.
    ///   - name: Defaults to the file's name.
    ///   - type: The media type.
    public static func file(
        _ file: URL, name: String? = nil, type: String = "application/octet-stream"
    ) -> PocketBaseFile {
        PocketBaseFile(content: .file(file), name: name ?? file.lastPathComponent, type: type)
    }
}

/// The value of a field that can hold files: an address, or a list of addresses.
///
/// Fields of the types image, video, audio and document have such values. An upload to a field with other values does not
/// compile. A link has them too, so an upload to it is refused before anything is sent.
public protocol FileValue: FieldValue {}

extension ContentURL: FileValue {}
extension Optional: FileValue where Wrapped: FileValue {}
extension Array: FileValue where Element: FileValue {}
