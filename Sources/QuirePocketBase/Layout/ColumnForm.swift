import QuireCore

/// What reading a field's column depends on.
struct ColumnForm: Sendable {
    enum Copying: Sendable {
        case unchanged, date, integer, textsOfIntegers, files, place, localizedText
    }

    let position: Int
    /// The place of the wire name, as a JSON key with its colon, among the names.
    let name: Range<Int>
    let storage: Storage
    let format: DateFormat
    let copying: Copying
    /// Whether an empty column may stand for a value, and `q_has` tells.
    let marksZero: Bool
    /// The place of the column's name in quotes among the names, as `q_has` has it.
    let mark: Range<Int>
    /// Whether there is a column with a link for the case that there is no file.
    let hasLink: Bool
    let isNothingWhenEmptyList: Bool

    init(_ field: RecordField, at position: Int, name: Range<Int>, mark: Range<Int>) {
        self.position = position
        self.name = name
        storage = field.storage
        format = field.kind.dateFormat
        marksZero = field.marksZero
        self.mark = mark
        hasLink = field.storage == .file && field.isManaged
        isNothingWhenEmptyList = field.storage.isSet && !field.descriptor.isRequired
        copying =
            switch field.storage {
            case .date: .date
            case .integer: .integer
            case .list: field.holdsTextsForIntegers ? .textsOfIntegers : .unchanged
            case .file, .files: .files
            case .place: .place
            case .json: field.kind == .localizedText ? .localizedText : .unchanged
            case .text, .number, .boolean, .relation, .relations, .choices: .unchanged
            }
    }
}
