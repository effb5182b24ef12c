public import Foundation

/// A body that is read from a file while it is sent, for bodies that should not be in memory.
///
/// ```swift
/// var request = HTTPRequest(.post, url, headers: ["Content-Type": "video/mp4"])
/// request.upload = RequestUpload(file) { sent, total in show(sent, total) }
/// ```
/// The file must not change until the request has ended. A retried or redirected request reads it from the beginning.
public struct RequestUpload: Sendable {
    /// Receives the number of bytes of the body that were sent so far, and of all of them.
    public typealias Progress = @Sendable (_ sent: Int64, _ total: Int64) -> Void

    public var file: URL
    package let progress: Progress?

    /// - Parameters:
    ///   - file: A file on this device. Its content is the body, without any framing.
    ///   - progress: Called from any thread, seldom for a small body.
    public init(_ file: URL, progress: Progress? = nil) {
        self.file = file
        self.progress = progress
    }

    /// The file's size, or `nil` if it cannot be read.
    package var size: Int64? {
        guard FileManager.default.isReadableFile(atPath: file.path),
            let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? NSNumber
        else { return nil }
        return size.int64Value
    }
}

/// Two uploads are equal if they have the same file.
extension RequestUpload: Hashable {
    public static func == (left: RequestUpload, right: RequestUpload) -> Bool { left.file == right.file }
    public func hash(into hasher: inout Hasher) { hasher.combine(file) }
}
