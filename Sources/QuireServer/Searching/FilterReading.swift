import Foundation
import QuireCore

/// Parses the filters of a search body.
enum FilterReading {
    /// The operations that HALO has. Quire's others fail, as on HALO.
    static let operations: Set<FilterOperation> = [
        .equal, .notEqual, .greater, .greaterOrEqual, .less, .lessOrEqual, .in, .notIn, .like,
    ]

    static func filter(_ key: String, of body: BodyObject) throws(APIError) -> Filter? {
        guard let value = body[key] else { return nil }
        var json = JSONWriter()
        json.value(value)
        let filter: Filter
        do {
            filter = try JSONDecoder().decode(Filter.self, from: Data(json.bytes))
        } catch let error as DecodingError {
            throw apiError(error, at: key)
        } catch {
            throw APIError(
                400, "\(key): expected a filter: a test with \"operation\" or a group with \"condition\"")
        }
        try check(filter, at: key)
        return filter
    }

    private static func check(_ filter: Filter, at place: String) throws(APIError) {
        switch filter {
        case .and(let operands), .or(let operands):
            for (index, operand) in operands.enumerated() {
                try check(operand, at: "\(place).operands[\(index)]")
            }
        case .any, .none:
            throw APIError(400, "\(place): the API has no condition \"any\" or \"none\"; it has and, or")
        case .leaf(let leaf):
            guard operations.contains(leaf.operation) else {
                throw APIError(
                    400,
                    "\(place): the API has no operation \"\(leaf.operation.rawValue)\"; it has = != > >= < <= in !in like"
                )
            }
            if case .field = leaf.value {
                throw APIError(400, "\(place): the API cannot compare two fields; it needs a value")
            }
            if leaf.operation == .like, case .string(let text) = leaf.value, text.count < 3 {
                throw APIError(
                    400,
                    "\(place): like needs at least three characters; \"\(text.shortened)\" has \(text.count)")
            }
        }
    }

    private static func apiError(_ error: DecodingError, at key: String) -> APIError {
        let context: DecodingError.Context
        var missing: String?
        switch error {
        case .typeMismatch(_, let cause), .dataCorrupted(let cause), .valueNotFound(_, let cause):
            context = cause
        case .keyNotFound(let name, let cause):
            context = cause
            missing = name.stringValue
        @unknown default: return APIError(400, "\(key): no filter")
        }
        let path = context.codingPath.reduce(key) { path, part in
            part.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(part.stringValue)"
        }
        // Foundation's message describes Swift types, which mean nothing to a client.
        switch error {
        case .typeMismatch, .valueNotFound:
            return APIError(400, "\(path): is not of the type that a filter has there")
        case .keyNotFound where !context.debugDescription.hasPrefix("a filter"):
            return APIError(400, "\(path): the filter lacks \"\(missing ?? "")\"")
        default: return APIError(400, "\(path): \(context.debugDescription.shortened(to: 400))")
        }
    }
}

extension Filter {
    /// The tested properties, each with the place of its first test.
    func properties(at place: String) -> [(name: String, place: String)] {
        switch self {
        case .leaf(let leaf): [(leaf.property, place)]
        case .any(let step, _), .none(let step, _): [(step.relation, place)]
        case .and(let operands), .or(let operands):
            operands.enumerated().flatMap { $1.properties(at: "\(place).operands[\($0)]") }
        }
    }

    /// The tree for a module that lacks some of the properties, which then have no value.
    func settingMissing(_ isKnown: (String) -> Bool) -> Filter {
        switch self {
        case .and(let operands): return .and(operands.map { $0.settingMissing(isKnown) })
        case .or(let operands): return .or(operands.map { $0.settingMissing(isKnown) })
        case .any, .none: return self
        case .leaf(let leaf):
            if isKnown(leaf.property) { return self }
            let isTrue: Bool
            switch leaf.operation {
            case .equal: isTrue = leaf.value == .null
            case .notEqual: isTrue = leaf.value != .null
            case .notIn: isTrue = true
            default: isTrue = false
            }
            return isTrue ? .and([]) : .or([])
        }
    }
}
