import Foundation

/// Stores the responses of one ``HALOEngine/recordingResponses(isolation:_:)`` in the order in which they arrive.
final class ResponseRecorder: @unchecked Sendable {
    private let lock = NSLock()
    private var recorded: [HALOResponse] = []

    var responses: [HALOResponse] { lock.withLock { recorded } }

    func record(_ response: HALOResponse) { lock.withLock { recorded.append(response) } }
}
