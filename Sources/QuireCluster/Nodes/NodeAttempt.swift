import Foundation
import QuireHTTP

/// The result of an attempt at one node.
enum NodeOutcome {
    /// A final response with any status.
    case response(HTTPResponse)
    /// A status that another node, or a later attempt, may avoid.
    case status(HTTPResponse)
    case noResponse(TransportError)

    /// Classifies a response.
    init(_ response: HTTPResponse, to intent: NodeCall.Intent, _ rules: NodeRules) {
        let isOverload = response.status == 408 || response.status == 429
        let mayBeBetter = (500...599).contains(response.status) || (isOverload && rules.movesOnWhenOverloaded)
        // A write that must not be repeated may have been partly carried out, so the caller must judge the response.
        self = mayBeBetter && intent != .writeOnce ? .status(response) : .response(response)
    }

    /// Classifies an error. Returns `nil` if no other node could do better.
    init?(_ error: TransportError) {
        switch error.kind {
        case .invalidRequest, .responseTooLarge, .readerTooSlow: return nil
        default: self = .noResponse(error)
        }
    }

    var reason: NodeFailure.Reason {
        switch self {
        case .response(let response), .status(let response): .status(response.status)
        case .noResponse(let error): .transport(error.kind)
        }
    }

    /// Whether the call certainly had no effect.
    var neverArrived: Bool {
        if case .noResponse(let error) = self { error.kind == .connectionRefused } else { false }
    }

    /// The uses of a node that a failure affects.
    func uses(of use: NodeMarks.Use) -> [NodeMarks.Use] {
        switch self {
        case .response: []
        case .status: [use]
        // A write hangs on a healthy node if its leader is frozen.
        case .noResponse(let error): use == .write && error.kind == .timedOut ? [.write] : [.read, .write]
        }
    }
}

extension NodeCall {
    var use: NodeMarks.Use { intent == .read || intent == .latest ? .read : .write }
}
