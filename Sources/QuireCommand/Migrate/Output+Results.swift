import QuireTerminal

extension Output {
    /// Prints a line of a plan, which is the result of the command.
    ///
    /// - Throws: The failure if the line cannot be written. A reader that has closed the output is no failure.
    func result(_ text: String) throws {
        do { try line(text) } catch is Closed {}
    }

    /// Prints a plan as JSON for programs. Its values are unchanged.
    ///
    /// - Throws: Like ``result(_:)``.
    func resultJSON(_ text: String) throws {
        do { try json(text) } catch is Closed {}
    }
}
