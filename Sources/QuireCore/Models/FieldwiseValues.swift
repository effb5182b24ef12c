/// Values that expose their fields in pairs. Generated models conform.
///
/// One list of the fields serves writing, equality and hashing. Otherwise, the compiler would synthesize `Hashable` for
/// every model, which is a quarter of a model's cost in a debug build (Decisions.md has the numbers).
@_documentation(visibility: internal)
public protocol FieldwiseValues: ContentValues {
    /// Calls the visitor with each field of both values, by its position in the field table.
    static func visit(_ left: Self, _ right: Self, with visitor: inout ValuesVisitor)
}

extension FieldwiseValues {
    public func write(to writer: inout ValuesWriter) {
        var visitor = ValuesVisitor(.write, writer)
        // Two owners of the bytes would cause a copy of everything written so far.
        writer.json = JSONWriter()
        Self.visit(self, self, with: &visitor)
        if let written = visitor.writer { writer = written }
    }

    public static func == (left: Self, right: Self) -> Bool {
        var visitor = ValuesVisitor(.compare)
        visit(left, right, with: &visitor)
        return visitor.isEqual
    }

    public func hash(into hasher: inout Hasher) {
        var visitor = ValuesVisitor(.hash)
        visitor.hasher = hasher
        Self.visit(self, self, with: &visitor)
        hasher = visitor.hasher
    }
}

/// Visits the fields of two values of one type.
@_documentation(visibility: internal)
@frozen
public struct ValuesVisitor {
    @usableFromInline
    enum Task { case write, compare, hash }

    @usableFromInline let task: Task
    @usableFromInline var writer: ValuesWriter?
    @usableFromInline var isEqual = true
    @usableFromInline var hasher = Hasher()

    init(_ task: Task, _ writer: ValuesWriter? = nil) {
        self.task = task
        self.writer = writer
    }

    /// Visits one field of both values.
    @inlinable
    public mutating func value<Value: FieldValue>(_ left: Value, _ right: Value, at index: Int) {
        switch task {
        case .write: writer?.value(index, left)
        case .compare: if isEqual, left != right { isEqual = false }
        case .hash: hasher.combine(left)
        }
    }
}
