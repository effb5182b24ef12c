import QuireCore
import QuireEngine
import QuireRemote

/// Conditions that the server tests in its own way: numbers of 32 bits, and places on a sphere of its own.
enum EngineMeaning {
    case text(FilterText)
    case refused(String)

    /// A test of a `float` field.
    init(floats test: IndexedTest, _ server: ServerField) {
        let name = server.name
        guard !test.isNegated || !(server.isOptional || server.isList) else {
            self = .refused("a complement would need a test for missing values")
            return
        }
        func printed(_ value: EvaluatedValue) -> String? {
            guard let number = value.exactDouble else { return nil }
            let text =
                number.magnitude < 1e15 && number == number.rounded() ? "\(Int64(number))" : "\(number)"
            return text.contains("e") || text.contains("n") ? nil : text
        }
        let tooLong = EngineMeaning.refused("the number has no plain form there")
        switch test.test {
        case .hasNoValue where !server.isOptional && !server.isList:
            self = .text(test.isNegated ? .everything : .nothing)
        case .isAny(let operands):
            var numbers: [String] = []
            for operand in operands {
                guard let number = printed(operand) else { self = tooLong; return }
                numbers.append(number)
            }
            guard !numbers.isEmpty else { self = .text(test.isNegated ? .everything : .nothing); return }
            self = .text(
                test.isNegated
                    ? .and(numbers.map { .or([.test("\(name):<\($0)"), .test("\(name):>\($0)")]) })
                    : .test("\(name):=[\(numbers.joined(separator: ","))]"))
        case .isOrdered(let standings, let operand):
            guard let number = printed(operand) else { self = tooLong; return }
            let isAbove = standings.contains(.greater) != test.isNegated
            let isIncluded = standings.contains(.equal) != test.isNegated
            self = .text(.test("\(name):\(isAbove ? ">" : "<")\(isIncluded ? "=" : "")\(number)"))
        case .isBetween(let lower, let upper):
            guard let from = printed(lower), let to = printed(upper) else { self = tooLong; return }
            self = .text(
                test.isNegated
                    ? .or([.test("\(name):<\(from)"), .test("\(name):>\(to)")])
                    : .and([.test("\(name):>=\(from)"), .test("\(name):<=\(to)")]))
        default: self = .refused("a missing value cannot be tested there")
        }
    }

    /// A test of a `geopoint` field.
    init(places test: IndexedTest, _ server: ServerField) {
        guard !test.isNegated else {
            self = .refused("a complement would need a test for missing values")
            return
        }
        switch test.test {
        case .isNear(let circle):
            self = .text(
                .test("\(server.name):(\(circle.latitude), \(circle.longitude), \(circle.radius / 1000) km)"))
        case .isWithin(let box) where box.west <= box.east:
            let corners = [
                (box.south, box.west), (box.south, box.east), (box.north, box.east), (box.north, box.west),
            ]
            self = .text(
                .test("\(server.name):(\(corners.map { "\($0.0), \($0.1)" }.joined(separator: ", ")))"))
        case .isWithin: self = .refused("the box crosses the 180th meridian")
        default: self = .refused("a missing place cannot be tested there")
        }
    }
}

extension ExistingFilter {
    /// `!=` on a number that may be missing; `nil` for other tests.
    func otherNumbers(_ test: IndexedTest, _ server: ServerField, _ field: IndexedField) -> FilterText? {
        guard test.isNegated, server.isOptional, !server.isList, field.comparison == .number,
            case .isAny(let operands) = test.test
        else { return nil }
        let numbers = operands.compactMap(\.exactInteger).filter { server.integers?.contains($0) ?? false }
        return .and(numbers.map { .test("\(server.name):!=\($0)") })
    }

    /// A condition in the server's own meaning, if the request allows it.
    func inOwnMeaning(
        _ part: EngineMeaning, _ exactness: String, _ refuse: (String) -> UnsupportedError
    ) throws(UnsupportedError) -> FilterText {
        guard case .text(let text) = part else {
            if case .refused(let reason) = part { throw refuse(reason) }
            throw refuse(exactness)
        }
        guard meaning == .engine else { throw refuse(exactness + Self.engineWay) }
        use.isEngine = true
        return text
    }

    /// The way out that helps where the server only means something else.
    static let engineWay = "; take the server's own meaning with .meaning(.engine)"
}
