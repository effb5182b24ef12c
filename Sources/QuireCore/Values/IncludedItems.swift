import QuireText

/// Finds the items of a module that relations name.
package protocol IncludedRows {
    /// Calls the body with the row of the item that has an id. Does not call it if there is no such item.
    ///
    /// - Parameter module: The module whose fields the row has. `nil` stands for the module of the source.
    func withRow(
        _ id: String, of module: ModuleDescriptor?, _ body: (RowSource, RowLayout, ModuleDescriptor) -> Void
    ) throws
}

/// The items that the included relations of a page name. Each is read once.
package final class IncludedItems {
    private let rows: any IncludedRows
    /// The items by their ids. `nil` stands for an item that does not exist.
    private var items: [ExactText: AnyObject?] = [:]
    /// The last error of the source, which readers of values cannot throw. The relation has kept its id.
    private var error: (any Error)?
    /// The location of the last failure in an item's row.
    fileprivate var failedPlace: RowPlace?

    package init(_ rows: any IncludedRows) { self.rows = rows }

    /// Returns the item with an id, or `nil` if there is none.
    ///
    /// - Parameters:
    ///   - module: The module whose fields are read. `nil` stands for the module of the source.
    ///   - offset: The position of the id in its document or row, for errors.
    ///   - read: Reads an item from its row.
    func item(
        _ id: String, of module: ModuleDescriptor?, at offset: Int,
        _ read: (RowSource, RowLayout, ModuleDescriptor) throws(ValueDecodingError) -> AnyObject
    ) throws(ValueDecodingError) -> AnyObject? {
        let key = ExactText(id)
        if let item = items[key] { return item }
        var item: AnyObject?
        var failure: ValueDecodingError?
        do {
            try rows.withRow(id, of: module) { row, layout, module in
                do throws(ValueDecodingError) {
                    item = try read(row, layout, module)
                } catch {
                    let place = RowPlace(of: error, in: row, layout, module.fields)
                    self.failedPlace = place
                    failure = ValueDecodingError(
                        error.reason, at: offset, expected: error.expected, path: "." + place.path)
                }
            }
        } catch {
            self.error = error
            return nil
        }
        if let failure { throw failure }
        items.updateValue(item, forKey: key)
        return item
    }

    /// Throws the error of the source, if there was one since the last call.
    package func checkSource() throws {
        guard let error else { return }
        self.error = nil
        throw error
    }
}

/// What the readers of a row's columns share.
final class RowContext: JSONContextOwner {
    /// The items of the included relations, by the relation's column.
    var includedItems: [Int: IncludedItems] = [:]
}

/// The location of a failure in a row, for error messages.
struct RowPlace {
    /// For example `values.tags[1]`.
    let path: String
    /// The value at the location, shortened.
    let value: String

    init(of failure: ValueDecodingError, in row: RowSource, _ layout: RowLayout, _ table: FieldTable) {
        let column = failure.offset
        var path: String
        if column < layout.firstField, let key = RowLayout.Envelope(rawValue: column) {
            path = "\(key)"
        } else if let field = layout.fields.first(where: { layout.column(of: $0) == column }),
            table.fields.indices.contains(field)
        {
            path = "values" + JSONPlace.member(table.fields[field].name)
        } else {
            path = "values"
        }
        // For a missing field, the path names the field. Inside a column, the path continues.
        let isMissing = failure.reason == .missing && (column < 0 || row.isNull(column))
        if let inner = failure.path, !isMissing || column < 0 { path += inner }
        self.path = path
        // The value may be one of an included item, whose row is no longer the current one.
        if let place = row.includedItems[column]?.failedPlace, path.hasSuffix("." + place.path) {
            value = place.value
        } else {
            value = isMissing ? "nothing" : row.text(column).shortened(to: 40)
        }
    }
}
