/// The current row of a store, read by column.
///
/// A class with overridable methods, because these are the cheapest calls across modules.
open class RowSource {
    /// The layout of the columns while the row is read.
    final var layout: RowLayout? {
        didSet { columns = layout?.columnsByField ?? UnsafeBufferPointer(start: nil, count: 0) }
    }
    /// The layout's columns, which need no reference to be counted.
    private final var columns = UnsafeBufferPointer<Int>(start: nil, count: 0)
    /// The state that the readers of JSON columns share.
    let context = JSONContextOwner()

    public init() {}

    /// The column of the field at a position of the table; negative if the row does not contain it.
    @usableFromInline
    final func column(of field: Int) -> Int { field < columns.count ? columns[field] : -1 }

    open func isNull(_ column: Int) -> Bool { true }
    open func integer(_ column: Int) -> Int64 { 0 }
    open func number(_ column: Int) -> Double { 0 }
    open func text(_ column: Int) -> String { "" }
    /// Calls the body with the text's bytes (UTF-8), which are valid only during the call.
    open func withBytes<Result>(_ column: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
