#if SQLite
/// A position in a sorted result: the values of a row's sort keys, and its number.
struct Keyset: Equatable {
    var values: [SQLValue]
    var item: Int64
}
#endif
