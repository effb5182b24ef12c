import QuireCore
import QuireEngine

/// A value that is invalid for its field, in HALO's format: `{"field","error","message"}`.
struct ValueProblem: Hashable, Sendable {
    /// The field's wire name, or its path in an object: `address.city`.
    var field: String
    /// HALO's name for the violated rule: `validator.8`.
    var error: String
    var message: String
    /// The key of the violated constraint in the schema, which HALO does not send: `maxLength`.
    var constraint: String?

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("field", .string(field)), .init("error", .string(error)),
            .init("message", .string(message)),
        ]
        if let constraint { members.append(.init("constraint", .string(constraint))) }
        return .object(members)
    }
}

/// The problems of an instance: descriptions of the first ones, and the total number.
struct ValueProblems: Sendable {
    private(set) var described: [ValueProblem] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// Counts a problem, and describes it if the request's allowance permits.
    mutating func add(_ allowance: ReportAllowance, _ problem: () -> ValueProblem) {
        if allowance.takeProblem(after: described.count) { described.append(problem()) }
        count += 1
    }
}

extension APIError {
    /// An error whose `extra` is the first problem.
    ///
    /// If there are several problems, `extra.problems` lists the described ones. If some are not described,
    /// `extra.problemCount` is the total number.
    init(_ problems: ValueProblems) {
        let described = problems.described
        var message =
            "One or more fields have validation problems. "
            + described.map { "\($0.field): \($0.message)" }.joined(separator: " ")
        var extra = described.first?.json ?? .object([])
        if described.count > 1 { extra = extra.setting("problems", .array(described.map(\.json))) }
        if problems.count > described.count {
            message += " There are \(problems.count - described.count) more."
            extra = extra.setting("problemCount", .integer(Int64(problems.count)))
        }
        self.init(400, message, extra: extra)
    }
}

extension ValueProblem {
    /// Creates the problem of a value that breaks a constraint of the schema.
    ///
    /// HALO has a rule for lengths, `isLength`, whose error is `validator.10`. The other constraints are named as in the
    /// schema: `validator.maximum`.
    init(_ violation: ConstraintViolation) {
        let name = violation.constraint.name
        self.init(
            field: violation.field.shortened,
            error: violation.constraint.isLength ? "validator.10" : "validator.\(name)",
            message: violation.message.sentence, constraint: name)
    }
}

extension Constraint {
    /// Whether HALO's rule `isLength` expresses the constraint.
    var isLength: Bool {
        switch self {
        case .minLength, .maxLength: true
        default: false
        }
    }
}

extension String {
    /// The text with a capital letter and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

/// A value that the schema does not accept, for tools that check values before they write them.
package struct WriteProblem: Sendable, Hashable {
    /// The field's wire name, or its path in an object: `address.city`.
    package var field: String
    package var message: String
    /// The key of the violated constraint in the schema: `maxLength`.
    package var constraint: String?

    /// The problems of values, as the server checks them.
    ///
    /// - Parameter isNew: Whether the values are those of a new item, which needs all required fields.
    package static func problems(
        of values: JSONValue, in module: ServedModule, isNew: Bool
    ) -> [WriteProblem] {
        guard case .object(let members) = values else { return [] }
        var checker = ValueChecker(module, ReportAllowance())
        _ = checker.checked(members)
        let required = module.descriptor.fields.fields.filter { field in
            let value = values.member(field.name)
            return field.isRequired && (isNew ? value ?? .null : value ?? .boolean(true)) == .null
        }
        return checker.problems.described.map {
            WriteProblem(field: $0.field, message: $0.message, constraint: $0.constraint)
        }
            + required.map {
                WriteProblem(
                    field: $0.name, message: "a required field needs a value", constraint: "required")
            }
    }
}

/// Limits how many problems the response to one request describes.
///
/// A body can contain 100,000 errors, and searching for a similar name costs far more than parsing the wrong one.
/// The first problems are described; the rest are only counted.
final class ReportAllowance {
    /// The maximum number of problems that are described for one instance.
    static let problemsOfInstance = 20

    /// How many more problems may be described in this request, over all instances.
    private(set) var problems = 1_000
    /// How many more times a similar name may be searched for.
    private(set) var suggestions = 20

    /// Whether one more problem of an instance may be described. The first problem of each instance always is.
    func takeProblem(after described: Int) -> Bool {
        guard described > 0 else { return true }
        guard described < Self.problemsOfInstance, problems > 0 else { return false }
        problems -= 1
        return true
    }

    /// `; did you mean "title"?`, or an empty text once the request has used up its suggestions.
    func suggestion(for name: String, among names: @autoclosure () -> [String]) -> String {
        guard suggestions > 0 else { return "" }
        suggestions -= 1
        return NearName.hint(for: name, among: names())
    }
}

extension APIError {
    /// Throws if an id breaks `ItemIDRules`, which clients check too.
    static func checkItemID(_ id: String, at place: String) throws(APIError) {
        if let problem = ItemIDRules.problem(of: id) { throw invalid(id, problem: problem, place: place) }
    }

    /// Throws if the path of a device's calls cannot hold its id.
    static func checkDeviceID(_ id: String, at place: String) throws(APIError) {
        if let problem = ItemIDRules.problem(inPath: id) { throw invalid(id, problem: problem, place: place) }
    }

    private static func invalid(_ id: String, problem: String, place: String) -> APIError {
        APIError(
            400, "\(place): the id \"\(ItemIDRules.printable(id))\" cannot be used: \(problem).",
            extra: .object([.init("field", .string("id")), .init("error", .string("invalid_id"))]))
    }
}
