public import Foundation
public import QuireCore

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
