public import Quire

/// How far a load is, and what it has come to.
public struct OpenSearchLoad: Sendable {
    /// Lines or items read.
    public var read = 0
    /// Items that the cluster has taken.
    public var stored = 0
    public var rejectedCount = 0
    /// The first of what was rejected, with the number of the line or item, from 1.
    public var rejected: [(number: Int, failure: WriteFailure)] = []

    static let rejectedLimit = 1000

    mutating func reject(_ number: Int, _ failure: WriteFailure) {
        rejectedCount += 1
        if rejected.count < Self.rejectedLimit { rejected.append((number, failure)) }
    }
}
