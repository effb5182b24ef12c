package import QuireCore

/// Goods of a shop, with a facet of every kind, in the form of generated code.
package enum Goods: ContentModule {
    package static let descriptor = ModuleDescriptor(
        name: "goods",
        fields: [
            FieldDescriptor(name: "name", kind: .text, isRequired: true, isSortable: true, searchWeight: 1),
            FieldDescriptor(name: "color", kind: .text, facet: .disjunctive),
            FieldDescriptor(name: "brand", kind: .text, facet: .conjunctive),
            FieldDescriptor(name: "category", kind: .text, facet: .hierarchical),
            FieldDescriptor(name: "shelves", kind: .list(.text), facet: .hierarchical),
            FieldDescriptor(name: "promotions", kind: .list(.text), facet: .conjunctive),
            FieldDescriptor(name: "sizes", kind: .list(.text), facet: .disjunctive),
            FieldDescriptor(name: "price", kind: .number, facet: .disjunctive),
            FieldDescriptor(name: "year", kind: .integer, facet: .conjunctive),
            FieldDescriptor(name: "inStock", kind: .boolean, facet: .disjunctive),
            FieldDescriptor(name: "lvl0", kind: .text, facet: .conjunctive),
            FieldDescriptor(name: "lvl1", kind: .text, facet: .conjunctive),
            FieldDescriptor(name: "lvl2", kind: .text, facet: .conjunctive),
        ])

    package struct Fields: FieldSet {
        package init() {}
        package static var table: FieldTable { Goods.descriptor.fields }
        package var name: Field<Self, String, Searchable<Sortable<TextOperators>>> { .init("name") }
        package var color: Field<Self, String?, Facetable<TextOperators>> { .init("color") }
        package var brand: Field<Self, String?, Facetable<TextOperators>> { .init("brand") }
        package var category: Field<Self, String?, Facetable<TextOperators>> { .init("category") }
        package var shelves: Field<Self, [String], Facetable<ListOperators>> { .init("shelves") }
        package var promotions: Field<Self, [String], Facetable<ListOperators>> { .init("promotions") }
        package var sizes: Field<Self, [String], Facetable<ListOperators>> { .init("sizes") }
        package var price: Field<Self, Double?, Facetable<NumberOperators>> { .init("price") }
        package var year: Field<Self, Int?, Facetable<NumberOperators>> { .init("year") }
        package var inStock: Field<Self, Bool?, Facetable<BooleanOperators>> { .init("inStock") }
        package var lvl0: Field<Self, String?, Facetable<TextOperators>> { .init("lvl0") }
        package var lvl1: Field<Self, String?, Facetable<TextOperators>> { .init("lvl1") }
        package var lvl2: Field<Self, String?, Facetable<TextOperators>> { .init("lvl2") }
    }

    package struct Values: ContentValues {
        package var name: String
        package var color: String?
        package var brand: String?
        package var category: String?
        package var shelves: [String]
        package var promotions: [String]
        package var sizes: [String]
        package var price: Double?
        package var year: Int?
        package var inStock: Bool?
        package var lvl0: String?
        package var lvl1: String?
        package var lvl2: String?

        package init(
            name: String, color: String? = nil, brand: String? = nil, category: String? = nil,
            shelves: [String] = [], promotions: [String] = [], sizes: [String] = [], price: Double? = nil,
            year: Int? = nil, inStock: Bool? = nil, lvl0: String? = nil, lvl1: String? = nil,
            lvl2: String? = nil
        ) {
            self.name = name
            self.color = color
            self.brand = brand
            self.category = category
            self.shelves = shelves
            self.promotions = promotions
            self.sizes = sizes
            self.price = price
            self.year = year
            self.inStock = inStock
            self.lvl0 = lvl0
            self.lvl1 = lvl1
            self.lvl2 = lvl2
        }

        package static var table: FieldTable { Goods.descriptor.fields }

        package init(from reader: inout ValuesReader) throws(ValueDecodingError) {
            name = try reader.value(0)
            color = try reader.value(1)
            brand = try reader.value(2)
            category = try reader.value(3)
            shelves = try reader.value(4)
            promotions = try reader.value(5)
            sizes = try reader.value(6)
            price = try reader.value(7)
            year = try reader.value(8)
            inStock = try reader.value(9)
            lvl0 = try reader.value(10)
            lvl1 = try reader.value(11)
            lvl2 = try reader.value(12)
        }

        package func write(to writer: inout ValuesWriter) {
            writer.value(0, name)
            writer.value(1, color)
            writer.value(2, brand)
            writer.value(3, category)
            writer.value(4, shelves)
            writer.value(5, promotions)
            writer.value(6, sizes)
            writer.value(7, price)
            writer.value(8, year)
            writer.value(9, inStock)
            writer.value(10, lvl0)
            writer.value(11, lvl1)
            writer.value(12, lvl2)
        }
    }

    package typealias Draft = ContentDraft<Goods>
}

package typealias Good = Content<Goods>
