#if canImport(Testing)
import Foundation
import QuireHTTP
import QuireTesting

/// The recorders of this process, one per file: the cases of a test with arguments share theirs.
final class TestRecorders: @unchecked Sendable {
    static let shared = TestRecorders()

    private let lock = NSLock()
    private var recorders: [String: RecordedTransport] = [:]

    func recorder(
        of file: URL, _ transport: any Transport, _ redaction: Redaction
    ) throws -> RecordedTransport {
        try lock.withLock {
            if let recorder = recorders[file.path] { return recorder }
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let recorder = RecordedTransport.recording(to: file, over: transport, redaction: redaction)
            recorders[file.path] = recorder
            return recorder
        }
    }
}
#endif
