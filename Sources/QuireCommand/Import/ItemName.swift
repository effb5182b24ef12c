import QuireGenerator
import QuireSchema

/// Proposes the Swift name of one item: `Work` for the module `works`.
enum ItemName {
    /// The name, which is added to those that are taken; `nil` if the module's name is no plural, or the name means
    /// something else.
    ///
    /// - Parameters:
    ///   - name: The module's Swift name.
    ///   - taken: The names of modules and of other items.
    static func proposed(
        for module: ImportedModule, named name: String, taken: inout Set<String>
    ) -> String? {
        guard !module.isSingle, let word = NameWords(name).words.last, word.count > 3 else { return nil }
        let start = name.index(name.endIndex, offsetBy: -word.count, limitedBy: name.startIndex)
        // A word in capitals is an acronym.
        guard let start, name[start...].dropFirst() == word.dropFirst() else { return nil }
        let singular = NameWords.singular(word)
        let item = String(name[..<start]) + singular.prefix(1).uppercased() + singular.dropFirst()
        guard item != name, isSwiftIdentifier(item), HiddenTypes.owner(of: item) == nil,
            ReservedNames.typeName(item, suffix: "Item") == item, taken.insert(item).inserted
        else { return nil }
        return item
    }
}
