import Foundation
import QuireCore
import QuireEngine
import QuireSchema
import QuireText

/// Parses a filter in HALO's JSON format, and gives its values the types of the schema.
///
/// ```json
/// {"condition":"and","operands":[{"operation":">=","property":"year","value":1950},{"operation":"=","property":"language","value":"eng"}]}
/// ```
/// Dates may be given as milliseconds, as `1954-07-29` and as `1954-07-29T12:00:00Z`.
struct FilterArgument {
    /// The name in errors: `--filter`.
    let option: String
    let table: FieldTable
    let names: FieldNames

    func filter(_ text: String) throws(UsageError) -> Filter {
        let data = Data(text.utf8)
        do throws(ValueDecodingError) {
            _ = try JSONValue(parsing: data)
        } catch {
            throw UsageError("\(option): invalid JSON: expected \(error.expected) at byte \(error.offset)")
        }
        let filter: Filter
        do {
            filter = try JSONDecoder().decode(Filter.self, from: data)
        } catch let error as DecodingError {
            throw UsageError("\(option): \(Self.sentence(error))")
        } catch {
            throw UsageError("\(option): expected a filter: \(Self.form)")
        }
        return try typed(filter)
    }

    private static let form =
        #"a test, {"operation":"=","property":"title","value":"Emma"}, or a group, {"condition":"and","operands":[…]}"#

    private func typed(_ filter: Filter) throws(UsageError) -> Filter {
        switch filter {
        case .and(let operands): return .and(try typed(operands))
        case .or(let operands): return .or(try typed(operands))
        case .any(let step, let operand):
            let step = try self.step(step)
            return .any(step, try behind(step).typed(operand))
        case .none(let step, let operand):
            let step = try self.step(step)
            return .none(step, try behind(step).typed(operand))
        case .leaf(var leaf):
            if table !== FieldTable.metadata, let path = try names.path(leaf.property, of: option) {
                leaf.property = path.name
                let reader = FilterArgument(
                    option: option, table: path.names.module.fields, names: path.names)
                return try reader.typed(.leaf(leaf)).behind(path.steps)
            }
            guard let field = table.fields.first(where: { $0.name.isByteEqual(to: leaf.property) }) else {
                throw unknown(leaf.property)
            }
            if field.kind.comparison == .date, leaf.value != .null {
                leaf.value = try date(leaf.value, leaf.property)
                leaf.type = .date
            }
            return .leaf(leaf)
        }
    }

    private func step(_ step: RelationStep) throws(UsageError) -> RelationStep {
        if table === FieldTable.metadata {
            throw UsageError(
                "\(option): no condition on \(quoted(step.relation)): it is no metadata; use --filter")
        }
        return try names.step(step, of: option)
    }

    /// Reads the conditions on the items behind a step.
    private func behind(_ step: RelationStep) -> FilterArgument {
        let names = FieldNames(module: step.module, modules: names.modules)
        return FilterArgument(option: option, table: step.module.fields, names: names)
    }

    private func typed(_ filters: [Filter]) throws(UsageError) -> [Filter] {
        var typed: [Filter] = []
        for filter in filters { typed.append(try self.typed(filter)) }
        return typed
    }

    private func unknown(_ name: String) -> UsageError {
        if table === FieldTable.metadata {
            return UsageError(
                "\(option): no item has the metadata \(quoted(name))"
                    + NearName.hint(for: name, among: table.fields.map(\.name)))
        }
        let isMetadata = FieldTable.metadata.fields.contains { $0.name.isByteEqual(to: name) }
        if isMetadata {
            return UsageError(
                "\(option): \(names.module.name) has no field \(quoted(name)); it is metadata: use --meta-filter"
            )
        }
        do throws(UsageError) {
            _ = try names.field(name, of: option)
            return UsageError("\(option): \(quoted(name)) does not support filters")
        } catch {
            return error
        }
    }

    private func date(_ value: FilterValue, _ property: String) throws(UsageError) -> FilterValue {
        switch value {
        case .integer(let milliseconds): return .date(milliseconds: milliseconds)
        case .string(let text):
            guard let moment = Moment(dateOnly: text) ?? Moment(rfc3339: text) else {
                throw UsageError(
                    "\(option): \(quoted(text)) is not a date for \(quoted(property)); expected milliseconds since 1970, "
                        + "1954-07-29 or 1954-07-29T12:00:00Z")
            }
            return .date(milliseconds: moment.milliseconds)
        case .list(let values):
            var dates: [FilterValue] = []
            for value in values { dates.append(try date(value, property)) }
            return .list(dates)
        case .null, .number, .boolean, .date, .field: return value
        }
    }

    /// Foundation's messages name Swift types, so only our own are shown.
    private static func sentence(_ error: DecodingError) -> String {
        let (context, missing): (DecodingError.Context, String?) =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            case .keyNotFound(let key, let context): (context, key.stringValue)
            @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), nil)
            }
        let path = context.codingPath.reduce("") { path, part in
            part.intValue.map { "\(path)[\($0)]" } ?? (path.isEmpty ? "" : "\(path).") + part.stringValue
        }
        let place = path.isEmpty ? "" : "at \(path): "
        switch error {
        case .dataCorrupted: return place + context.debugDescription
        case .keyNotFound where context.debugDescription.hasPrefix("a filter"):
            return place + context.debugDescription
        case .keyNotFound: return "\(place)\(quoted(missing ?? "")) is missing; expected \(form)"
        default: return "\(place)expected \(form)"
        }
    }
}
