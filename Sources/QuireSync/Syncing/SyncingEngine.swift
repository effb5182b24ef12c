import Foundation
import QuireCore
import QuireEngine

/// An engine that can say what has changed since a moment: what ``ContentSync`` copies content from.
public protocol SyncingEngine: ContentEngine {
    /// Asks once what has changed in a module.
    ///
    /// - Throws: `ContentDecodingError` where the answer is not a list of changes; the engine's errors.
    func changes(_ request: ChangeRequest) async throws -> ChangeSet

    /// The id by which the engine wants to be asked for a module; defaults to `nil`, which asks by the name.
    func moduleID(of module: ModuleDescriptor) -> String?
}

extension SyncingEngine {
    public func moduleID(of module: ModuleDescriptor) -> String? { nil }
}

/// What an engine is asked for: the changes of one module.
public struct ChangeRequest: Sendable, Hashable {
    /// The module's wire name.
    public var module: String
    /// The server's id of the module; where it is there, the module is asked for by it and not by its name.
    public var moduleID: String?
    /// The language of localized texts; `nil` leaves it to the server.
    public var locale: String?
    /// Changes from this moment on, which an earlier answer gave; `nil` asks for everything.
    public var from: Date?
    /// Changes up to this moment; `nil` has no end.
    public var to: Date?
    /// Seconds that the server may answer from its cache. Sent only where everything is asked for.
    public var serverCache: Int?
    /// Whether caches on the way must not answer.
    public var bypassesCaches = false

    public init(
        module: String, moduleID: String? = nil, locale: String? = nil, from: Date? = nil, to: Date? = nil,
        serverCache: Int? = nil, bypassesCaches: Bool = false
    ) {
        self.module = module
        self.moduleID = moduleID
        self.locale = locale
        self.from = from
        self.to = to
        self.serverCache = serverCache
        self.bypassesCaches = bypassesCaches
    }
}
