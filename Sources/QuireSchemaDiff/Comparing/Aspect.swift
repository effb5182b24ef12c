/// What a change of a schema can affect.
package enum Aspect: String, CaseIterable, Sendable {
    /// The code of apps that uses the generated declarations.
    case source
    /// The exchange of content between clients and servers of which only one has the new schema.
    case wire
    /// Content that a store or a server holds already.
    case stored
    /// The collections of search clusters.
    case index
}

/// How badly a change affects an aspect.
package enum Severity: Int, CaseIterable, Comparable, Sendable {
    /// Nothing stops working.
    case safe
    /// It depends on the code or the content.
    case risky
    /// Something that the old schema allows stops working.
    case breaking

    package init?(name: String) {
        guard let aspect = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = aspect
    }

    package var name: String { "\(self)" }

    package static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}

/// The severity of a change for one aspect, and why.
package struct Impact: Hashable, Sendable {
    package var severity: Severity
    /// `nil` if nothing is affected.
    package var reason: String?

    package static let none = Impact(severity: .safe, reason: nil)

    static func safe(_ reason: String) -> Impact { Impact(severity: .safe, reason: reason) }
    static func risky(_ reason: String) -> Impact { Impact(severity: .risky, reason: reason) }
    static func breaking(_ reason: String) -> Impact { Impact(severity: .breaking, reason: reason) }
}
