import QuireEngine

/// An engine whose lists become shorter, instead of failing, when a sign-in ends.
package protocol AccessCheckingEngine: ContentEngine {
    /// Runs reads, and checks that they were all allowed to see what the user may see.
    ///
    /// - Throws: The engine's errors if the sign-in has ended, or if somebody else signed in meanwhile; the body's errors.
    func withCheckedAccess<Result: Sendable>(
        _ body: @Sendable () async throws -> Result
    ) async throws -> Result
}
