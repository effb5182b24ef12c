#if SQLite
extension Connection {
    /// Opens a connection with the functions and the tokenizer that the SQL of a store calls.
    ///
    /// - Parameter path: The path of the file, if it differs from the location that errors name.
    convenience init(
        _ location: String, mode: Mode, busyTimeout: Int32, text: TextContext, path: String? = nil
    ) throws(StoreError) {
        try self.init(location, mode: mode, busyTimeout: busyTimeout, path: path) {
            connection throws(StoreError) in
            try connection.registerFilterFunctions()
            try connection.registerAggregateFunctions()
            try TextFunctions.register(text, on: connection)
            let rank = RankBox()
            connection.functionState = rank
            connection.observer = SearchRecorder(text.wordLog, text.rowLog)
            connection.hasFullText =
                TextTokenizer.register(text, on: connection.handle)
                && RankFunction.register(rank, on: connection.handle)
        }
    }
}
#endif
