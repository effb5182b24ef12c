import QuireToolbox

/// Stores the responses of one ``HALOEngine/recordingResponses(isolation:_:)`` in the order in which they arrive.
final class ResponseRecorder: Sendable {
    private let recorded = Locked<[HALOResponse]>([])

    var responses: [HALOResponse] { recorded.value }

    func record(_ response: HALOResponse) { recorded.withLock { $0.append(response) } }
}
