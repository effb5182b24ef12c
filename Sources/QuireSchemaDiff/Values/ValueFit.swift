import QuireSchema

/// Whether a type can read the values that another type has written.
enum ValueFit: Int, Comparable {
    /// Every value, unchanged.
    case all
    /// It depends on the value.
    case some
    /// No value, or only with another meaning.
    case none

    static func < (left: ValueFit, right: ValueFit) -> Bool { left.rawValue < right.rawValue }
}

/// The rules follow the decoder: JSON knows texts, numbers, Booleans, arrays and objects, and each type reads one of
/// them, or a part of it.
extension ResolvedType {
    /// How the values of another type fit on the wire.
    func fit(of written: ResolvedType) -> ValueFit {
        if self == written { return .all }
        switch (self, written) {
        case (.json, _): return .all
        case (_, .json): return .some
        case (.scalar(let base, let type), .scalar(let otherBase, let otherType)):
            if base == otherBase, type == otherType { return .all }
            return max(.some, base.type.fit(of: otherBase.type))
        // The Swift type of a scalar may refuse values.
        case (.scalar(let base, _), _): return max(.some, base.type.fit(of: written))
        case (_, .scalar(let base, _)): return fit(of: base.type)
        case (.list(let element), .list(let other)): return element.fit(of: other)
        case (.list(let element), .geopoint):
            // A point may be an array of two numbers.
            return element.fit(of: .number) == .none ? .none : .some
        case (.geopoint, .list(let element)):
            return ResolvedType.number.fit(of: element) == .none ? .none : .some
        case (.list, _), (_, .list): return .none
        case (.object(let members), .object(let others)): return Self.fit(members, others)
        default: return fitOfPlainValue(written)
        }
    }

    private func fitOfPlainValue(_ written: ResolvedType) -> ValueFit {
        switch (self, written) {
        case (.text, .choice), (.text, .relation), (.choice(nil), .text), (.choice(nil), .choice),
            (.choice(nil), .relation), (.localizedText, .text), (.localizedText, .choice),
            (.localizedText, .relation):
            return .all
        case (.choice(let choices?), .choice(let values?)):
            if values.isSubset(of: choices) { return .all }
            return values.isDisjoint(with: choices) ? .none : .some
        case (.choice, .text), (.choice, .choice), (.choice, .relation), (.choice, .localizedText),
            (.text, .localizedText), (.relation, .text), (.relation, .choice), (.relation, .localizedText),
            (.relation, .relation), (.relation, .object):
            return .some
        // A text for each locale is an object.
        case (.localizedText, .object), (.object, .localizedText), (.geopoint, .object), (.object, .geopoint):
            return .some
        case (.integer, .number), (.number, .integer): return .some
        case (.date(let format), .date(let other)): return format == other ? .all : .none
        case (.date(let format), .integer), (.date(let format), .number):
            return format.isNumber ? .some : .none
        case (.integer, .date(let format)):
            switch format {
            case .epochMilliseconds: return .all
            case .epochSeconds: return .some
            case .rfc3339, .dateOnly: return .none
            }
        case (.number, .date(let format)): return format.isNumber ? .all : .none
        case (.text, .date(let format)), (.choice(nil), .date(let format)),
            (.localizedText, .date(let format)):
            return format.isNumber ? .none : .all
        case (.choice, .date(let format)), (.relation, .date(let format)):
            return format.isNumber ? .none : .some
        case (.date(let format), .text), (.date(let format), .choice), (.date(let format), .relation),
            (.date(let format), .localizedText):
            return format.isNumber ? .none : .some
        default: return .none
        }
    }

    private static func fit(_ members: [Member], _ written: [Member]) -> ValueFit {
        var result = ValueFit.all
        for member in members {
            guard let other = written.first(where: { $0.name == member.name }) else {
                if member.isRequired { return .none }
                continue
            }
            var fit = member.type.fit(of: other.type)
            // An object without the member still fits.
            if fit == .none, !other.isRequired { fit = .some }
            if member.isRequired, !other.isRequired { fit = max(fit, .some) }
            result = max(result, fit)
        }
        // Members that the object does not declare are lost when it is written again.
        if written.contains(where: { other in !members.contains { $0.name == other.name } }) {
            result = max(result, .some)
        }
        return result
    }

    /// How the values in a store's file fit after the file has been migrated.
    ///
    /// The store keeps dates in milliseconds, and writes those in lists again when their format changes. Everything else
    /// is read from the stored column like the wire, or written as JSON and read again.
    func storedFit(of written: ResolvedType) -> ValueFit {
        switch (self, written) {
        case (.list(let element), .list(let other)): element.storedFit(of: other)
        // A date without a time of day loses it when the item is written. A list with a time of day does not fit.
        case (.date(let format), .date(let other)): format == .dateOnly && other != .dateOnly ? .some : .all
        default: fit(of: written)
        }
    }
}

extension DateFormat {
    var isNumber: Bool {
        switch self {
        case .epochMilliseconds, .epochSeconds: true
        case .rfc3339, .dateOnly: false
        }
    }
}

extension Scalar.Base {
    var type: ResolvedType {
        switch self {
        case .text: .text
        case .integer: .integer
        case .number: .number
        case .boolean: .boolean
        case .json: .json
        }
    }
}
