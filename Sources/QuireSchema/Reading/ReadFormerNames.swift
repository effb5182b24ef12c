extension DocumentReader {
    /// Reads `was`: the names on the wire before a rename, the latest first.
    func readFormerNames(_ members: Members, of what: String) -> [FormerName] {
        var former: [FormerName] = []
        for element in array(members, .was) ?? [] {
            guard let text = element.string else {
                reportType(of: element, "a former name must be a text")
                continue
            }
            let name = LocatedText(text: text, location: element.location)
            // Values of choices can be empty.
            if what == "a value" {
                checkSuspicious(name, writtenAs: element)
            } else if !checkName(name, what, writtenAs: element) {
                continue
            }
            former.append(FormerName(text, location: element.location))
        }
        return former
    }
}
