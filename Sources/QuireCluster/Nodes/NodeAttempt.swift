import Foundation
import QuireHTTP

/// What an attempt at one node came to.
enum NodeOutcome {
    /// Final, whatever its status.
    case answer(HTTPResponse)
    /// Another node, or a later moment, may do better.
    case status(HTTPResponse)
    case noAnswer(TransportError)

    /// Sorts an answer.
    init(_ response: HTTPResponse, to intent: NodeCall.Intent, _ rules: NodeRules) {
        let isOverload = response.status == 408 || response.status == 429
        let mayBeBetter = (500...599).contains(response.status) || (isOverload && rules.movesOnWhenOverloaded)
        // What must not be done twice may have been done halfway: the answer is the caller's to judge.
        self = mayBeBetter && intent != .writeOnce ? .status(response) : .answer(response)
    }

    /// Sorts an error; `nil` where no other node could do better.
    init?(_ error: TransportError) {
        switch error.kind {
        case .invalidRequest, .responseTooLarge, .readerTooSlow: return nil
        default: self = .noAnswer(error)
        }
    }

    var reason: NodeFailure.Reason {
        switch self {
        case .answer(let response), .status(let response): .status(response.status)
        case .noAnswer(let error): .transport(error.kind)
        }
    }

    /// Whether the call certainly did nothing.
    var neverArrived: Bool {
        if case .noAnswer(let error) = self { error.kind == .connectionRefused } else { false }
    }

    /// What a failure at a use says about a node.
    func uses(of use: NodeMarks.Use) -> [NodeMarks.Use] {
        switch self {
        case .answer: []
        case .status: [use]
        // A write hangs on a healthy node while its leader stands still.
        case .noAnswer(let error): use == .write && error.kind == .timedOut ? [.write] : [.read, .write]
        }
    }
}

extension NodeCall {
    var use: NodeMarks.Use { intent == .read || intent == .latest ? .read : .write }
}
