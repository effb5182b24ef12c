import Foundation
import QuireCore
import QuireToolbox

/// A sync that would delete content that the user may still see.
///
/// PocketBase shows a guest fewer items, and says nothing about it.
public struct PocketBaseSyncError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The reason.
    public enum Kind: String, Sendable, Hashable {
        /// Nobody is signed in, and the stored content was read by a user.
        case guest
        /// Users or tokens changed again and again while a selection was read.
        case accessChanged
    }

    public var kind: Kind
    /// The module's wire name. `nil` for a selection.
    public var module: String?

    init(_ kind: Kind, _ module: String? = nil) {
        self.kind = kind
        self.module = module
    }

    public var description: String {
        let what = module.map { "\"\($0)\"" } ?? "the selection"
        return switch kind {
        case .guest:
            PlainText.error(
                "Could not sync \(what): nobody is signed in, and the stored content was read by a user",
                "Sign in, or clear the content first: sync.clear(…).")
        case .accessChanged:
            PlainText.error(
                "Could not sync \(what): the sign-in changed while it was read", "Sync again.")
        }
    }

    public var errorDescription: String? { description }
}
