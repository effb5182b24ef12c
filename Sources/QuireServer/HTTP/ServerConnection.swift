/// A connection and where it stands. Belongs to the event loop's thread.
final class ServerConnection {
    enum Phase {
        /// A request is awaited or coming in.
        case reading
        /// A request is here, and others come first.
        case waiting
        /// A request is being answered.
        case running
        /// An answer goes out.
        case sending
        /// All is said; what the client still sends is thrown away, so that it can read the answer.
        case draining
    }

    let id: Int
    let socket: SystemSocket
    var parser: RequestParser
    var phase = Phase.reading
    /// When the connection is given up, in the loop's milliseconds.
    var deadline: Int
    var closesAfterAnswer = false
    /// Whether the connection ends with a reset, as a fault.
    var isReset = false
    /// The request that is waiting or running.
    var request: ServedRequest?
    var startedAt = 0
    var task: Task<Void, Never>?
    /// When sending the answer began.
    var sendingSince = 0
    /// Bytes to send, and how many of them are sent.
    private(set) var output: [UInt8] = []
    private(set) var sent = 0
    /// The answer's status and size, for the log.
    var status = 0
    var answerBytes = 0
    /// Bytes of bodies that are counted as held for this connection.
    var held = 0
    /// Which part of a request its deadline was set for.
    var awaits = Awaited.nothing

    enum Awaited { case nothing, head, body }

    init(id: Int, socket: SystemSocket, limits: HTTPLimits, access: AccessRules?, deadline: Int) {
        self.id = id
        self.socket = socket
        self.deadline = deadline
        parser = RequestParser(limits, access: access)
    }

    var unsent: Int { output.count - sent }

    func queue(_ bytes: [UInt8]) {
        if unsent == 0 {
            output = bytes
            sent = 0
        } else {
            output += bytes
        }
    }

    /// Sends what the system takes; `false` once the connection is broken.
    func flush() -> Bool {
        while unsent > 0 {
            let outcome = output.withUnsafeBytes {
                socket.transmit(UnsafeRawBufferPointer(rebasing: $0[sent...]))
            }
            switch outcome {
            case .moved(let count): sent += count
            case .wouldBlock: return true
            case .ended, .failed: return false
            }
        }
        output = []
        sent = 0
        return true
    }
}
