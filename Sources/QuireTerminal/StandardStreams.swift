import Foundation

/// The standard streams and the arguments of the process.
package enum StandardStreams {
    /// Call this first in a program.
    ///
    /// Writing to a closed pipe then fails with an error instead of ending the program. A stream that the caller has
    /// closed is redirected to nowhere. Otherwise, the next file that the program opens would receive its output.
    package static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
    }

    /// The first argument that is not UTF-8, for a message. Swift replaces its bytes, so it would name another file.
    package static var unreadableArgument: String? {
        for argument in CommandLine.unsafeArgv.prefix(Int(CommandLine.argc)) {
            if let argument, String(validatingCString: argument) == nil { return String(cString: argument) }
        }
        return nil
    }
}

extension UnsafeMutablePointer {
    fileprivate func prefix(_ count: Int) -> UnsafeBufferPointer<Pointee> {
        UnsafeBufferPointer(start: self, count: count)
    }
}
