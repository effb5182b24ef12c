import Foundation
import QuireCore
import QuireToolbox

/// How responses are stored, and when they replace the network.
public struct OfflineSettings: Sendable {
    /// The default policy for requests.
    public var policy: OfflinePolicy
    /// The default time for which a stored response is valid: two days.
    public var timeToLive: Duration
    /// Other context that responds depend on, for example the logged-in user. Scopes do not share responses.
    public var scope: String
    /// Whether an error means that the network or server is unavailable, so that a stored response is used. The default
    /// includes transport errors such as timeouts, the statuses 429 and 5xx, and failures to get a token for one of
    /// these reasons. It never includes a cancellation.
    public var isOutage: @Sendable (any Error) -> Bool
    /// Called if storing or finding a response fails. This never fails a response from the network.
    public var onProblem: (@Sendable (OfflineProblem) -> Void)?
    /// The current time, for tests.
    var now: @Sendable () -> Date = { Date() }

    public init(
        policy: OfflinePolicy = .networkElseStored, timeToLive: Duration = .seconds(2 * 86_400),
        scope: String = "", isOutage: @escaping @Sendable (any Error) -> Bool = OfflineSettings.isOutage,
        onProblem: (@Sendable (OfflineProblem) -> Void)? = nil
    ) {
        self.policy = policy
        self.timeToLive = timeToLive
        self.scope = scope
        self.isOutage = isOutage
        self.onProblem = onProblem
    }

    /// Whether the network or a failing server caused an error, not the request.
    ///
    /// An ``/Quire/OutageError``, such as the errors of all engines, decides itself. A `URLError` is judged by its code.
    public static func isOutage(_ error: any Error) -> Bool { Outage.means(error) }
}

/// A failure to store or find a response.
public struct OfflineProblem: Sendable, CustomStringConvertible {
    /// The step that failed.
    public enum Step: String, Sendable, Hashable { case saving, finding, reading, removing }

    public var step: Step
    public var error: any Error

    public var description: String { "\(step.rawValue) a stored response: \(error)" }
}

/// No response is stored for a request with the policy `stored`.
public struct NotStoredError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The subject of the request: a module, or the name of a call.
    public var subject: String

    public init(subject: String) { self.subject = subject }

    public var description: String {
        PlainText.error(
            "Could not read \"\(subject)\" from the stored responses: none is stored for this request, or it has expired",
            "Send the request once with the policy networkElseStored. Other filters, sorts or pages are other requests."
        )
    }
}
