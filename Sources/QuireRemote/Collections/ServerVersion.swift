import QuireCore
import QuireToolbox

/// A server's version: `0.24.1`, `2.11.0`.
package struct ServerVersion: Sendable, Hashable, Comparable {
    package var major: Int
    package var minor: Int

    package init(_ major: Int, _ minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Reads the first two numbers; `nil` for another text, such as `nightly`.
    package init?(_ text: String?) {
        let parts = (text ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard let first = parts.first.flatMap({ Int($0) }), first >= 0 else { return nil }
        self.init(first, parts.dropFirst().first.flatMap { Int($0) } ?? 0)
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

/// What a server says of itself, read once on first use. A key that may not ask leaves it unknown.
package final class KnownServer<Features: Sendable>: Sendable {
    private let read = Locked<Features?>(nil)
    private let unknown: Features

    /// - Parameter unknown: The features of a server of unknown version: the conservative form.
    package init(unknown: Features) { self.unknown = unknown }

    package var features: Features { read.value ?? unknown }

    /// Reads the features unless they are known.
    ///
    /// - Parameter isRefusal: Whether an error means that the server does not tell. Others are tried again next time.
    package func learn(
        _ body: () async throws -> Features, isRefusal: (any Error) -> Bool
    ) async throws {
        if read.value != nil { return }
        do {
            let features = try await body()
            read.withLock { $0 = features }
        } catch let error as CancellationError {
            throw error
        } catch {
            if isRefusal(error) { read.withLock { $0 = unknown } }
        }
    }
}
