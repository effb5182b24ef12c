extension DocumentReader {
    /// Reads a module; one without a name is checked all the same.
    mutating func readModule(_ value: JSONValue) {
        guard let members = members(of: value, "a module", Key.moduleKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "a module")
        let swiftName = readSwiftName(members, .swiftName)
        let item = readSwiftName(members, .item)
        let mixins = names(members, .mixins, "a mixin's name")
        let fields = readFields(members, objectDepth: 0)
        let module = Module(
            name: name?.text ?? "", swiftName: swiftName?.text, id: text(members, .id), item: item?.text,
            description: text(members, .description), deprecated: deprecation(members),
            single: boolean(members, .single), location: value.location, nameLocation: name?.location,
            swiftNameLocation: swiftName?.location, itemLocation: item?.location)
        // Without its name it is still checked, since its fields may have mistakes of their own.
        if name == nil { declarations.isIncomplete = true }
        declarations.modules.append(DeclaredModule(module: module, mixins: mixins, fields: fields))
    }

    mutating func readMixin(_ value: JSONValue) {
        guard let members = members(of: value, "a mixin", Key.mixinKeys) else {
            declarations.isIncomplete = true
            return
        }
        let name = readName(members, "a mixin")
        if name == nil { declarations.isIncomplete = true }
        let mixins = names(members, .mixins, "a mixin's name")
        let fields = readFields(members, objectDepth: 0)
        declarations.mixins.append(
            DeclaredMixin(
                name: name ?? LocatedText(text: "", location: value.location),
                description: text(members, .description), mixins: mixins, fields: fields,
                location: value.location))
    }
}
