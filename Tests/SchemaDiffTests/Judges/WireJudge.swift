import QuireCore
import QuireSchema
import Seeds

/// Decides by decoding whether apps with two schemas read each other's items.
struct WireJudge {
    var items = 60

    /// What goes wrong; empty if all items are read without a loss.
    func problems(_ pair: SchemaPair, _ old: Module, _ new: Module, seed: UInt64) -> [String] {
        problems(from: pair.old, old, to: pair.new, new, seed: seed, "new app")
            + problems(from: pair.new, new, to: pair.old, old, seed: seed &+ 1, "old app")
    }

    private func problems(
        from writer: Schema, _ written: Module, to reader: Schema, _ read: Module, seed: UInt64, _ app: String
    ) -> [String] {
        var values = RandomValues(writer, seed: seed)
        return (0..<items).compactMap { _ in
            let item = values.item(of: written.fields)
            guard let before = MeaningReader(schema: writer).item(item, of: written.fields) else {
                return "the item \(item) does not fit its own schema"
            }
            guard let after = MeaningReader(schema: reader).item(item, of: read.fields) else {
                return "\(app) rejects \(item)"
            }
            for field in written.fields {
                guard let successor = read.successor(of: field), let value = before[field.name] else {
                    continue
                }
                guard let found = after[successor.name], found.keeps(value) else {
                    return "\(app) reads another \(field.name) from \(item)"
                }
            }
            return nil
        }
    }
}
