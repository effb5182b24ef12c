#if canImport(Testing)
import Foundation
import QuireHTTP
import QuireTesting
import QuireToolbox

/// The recorders of this process, one per file: the cases of a test with arguments share theirs.
enum TestRecorders {
    private static let recorders = Locked<[String: RecordedTransport]>([:])

    static func recorder(
        of file: URL, _ transport: any Transport, _ redaction: Redaction
    ) throws -> RecordedTransport {
        try recorders.withLock { recorders in
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
