import QuireCore
import QuireEngine
import QuireRemote

/// The body of a write: the columns of a record, or of a part of it.
struct RecordBody {
    /// The columns, in the schema's order.
    private(set) var members: [JSONValue.Member] = []
    /// What PocketBase would not store as it is. A write with problems must not be sent.
    private(set) var problems: [WriteError.Field] = []
    /// The columns that are empty and are a value, and the other columns of that kind.
    private var present: [String] = []
    private var absent: [String] = []

    mutating func set(_ column: String, _ value: JSONValue) { members.append(.init(column, value)) }

    mutating func mark(_ field: RecordField, isPresent: Bool) {
        guard field.marksZero else { return }
        if isPresent { present.append(field.column) } else { absent.append(field.column) }
    }

    mutating func refuse(_ field: RecordField, _ message: String) {
        problems.append(WriteError.Field(name: field.descriptor.name, message: message))
    }

    /// The body of a new record, or of one that is replaced as a whole.
    func whole(_ layout: CollectionLayout) -> JSONValue {
        .object(layout.isManaged ? members + [.init(ColumnName.present, .texts(present))] : members)
    }

    /// The body of an update of some columns, which leaves the marks of the others as they are.
    var partial: JSONValue {
        var all = members
        if !present.isEmpty { all.append(.init(ColumnName.present + "+", .texts(present))) }
        if !absent.isEmpty { all.append(.init(ColumnName.present + "-", .texts(absent))) }
        return .object(all)
    }
}
