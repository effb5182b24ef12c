import TransportDoubles

extension ChildProcess {
    /// A process that records searches and may be killed: the modes and arguments of `HistoryWriter`.
    static func history(_ arguments: String...) throws -> ChildProcess {
        ChildProcess([try BuiltProducts.program("HistoryWriter").path] + arguments)
    }
}
