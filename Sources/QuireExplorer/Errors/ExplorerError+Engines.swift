import QuireCore
import QuireEngine
import QuireServer

extension ExplorerError {
    /// The error that the page sees for any error of a call.
    package init(of error: any Error) {
        switch error {
        case let error as ExplorerError: self = error
        case let error as APIError: self.init(error)
        case let error as UnsupportedError: self.init(.unsupported, "\(error)")
        case let error as QueryError: self.init(.query, "\(error)")
        case is CancellationError: self.init(.busy, "The call was cancelled. Try again.")
        default: self.init(.engine, "\(error)")
        }
    }
}
