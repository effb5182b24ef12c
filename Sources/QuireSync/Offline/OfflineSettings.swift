import Foundation
import QuireCore
import QuireToolbox

/// How answers are kept, and when they stand in for the network.
public struct OfflineSettings: Sendable {
    /// For requests that name none.
    public var policy: OfflinePolicy
    /// For how long after it was kept an answer is good, for requests that do not say: two days.
    public var timeToLive: Duration
    /// What else answers depend on, for example who is logged in: answers of one scope are not seen in another.
    public var scope: String
    /// Whether an error means that there is no network or no server, so that a kept answer stands in. By default those
    /// are transport errors, timeouts among them, the statuses 429 and 5xx, and a token that could not be had for one of
    /// these reasons. Never a cancellation.
    public var isOutage: @Sendable (any Error) -> Bool
    /// Is told when keeping or finding an answer failed, which never fails an answer from the network.
    public var onProblem: (@Sendable (OfflineProblem) -> Void)?
    /// The present moment, for tests.
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

    /// Whether an error is of the network or of a server that fails, and not of the request.
    ///
    /// The error says so itself where it is an ``OutageError``, as those of all engines are; of a `URLError` the code does.
    public static func isOutage(_ error: any Error) -> Bool { Outage.means(error) }
}

/// Keeping or finding an answer failed.
public struct OfflineProblem: Sendable, CustomStringConvertible {
    /// What was being done.
    public enum Step: String, Sendable, Hashable { case saving, finding, reading, removing }

    public var step: Step
    public var error: any Error

    public var description: String { "\(step.rawValue) a stored answer: \(error)" }
}

/// Nothing is stored for a request that is to be answered from what is stored.
public struct NotStoredError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was asked for: a module, or the name of a raw call.
    public var subject: String

    public init(subject: String) { self.subject = subject }

    public var description: String {
        PlainText.error(
            "Could not read \"\(subject)\" from the stored responses: none is stored for this request, or it has expired",
            "Send the request once with the policy networkElseStored. Other filters, sorts or pages are other requests."
        )
    }
}
