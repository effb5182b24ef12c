import Foundation

/// The system's reason for a failure of Foundation's file functions.
enum FileReason {
    /// `No space left on device`, without domains and codes.
    static func of(_ error: any Error) -> String {
        var error = error as NSError
        while let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = cause }
        guard error.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
        return String(cString: strerror(Int32(truncatingIfNeeded: error.code)))
    }
}
