import Quire
import SampleModules
import Testing

@Suite struct ConditionLogicTests {
    private typealias Books = SampleModules.Books
    private let age: Condition<Books.Fields> = \.age >= 18
    private let title: Condition<Books.Fields> = \.title != "x"
    private let rank: Condition<Books.Fields> = \.rank == nil

    @Test("&& and || nest as written, and a run of the same operator is one group")
    func nesting() {
        #expect((age && title && rank).filter == .and([age.filter, title.filter, rank.filter]))
        #expect((age || (title || rank)).filter == .or([age.filter, title.filter, rank.filter]))
        #expect((age && (title || rank)).filter == .and([age.filter, .or([title.filter, rank.filter])]))
        #expect((age || title && rank).filter == .or([age.filter, .and([title.filter, rank.filter])]))
    }

    @Test("! applies De Morgan's laws down to the leaves, using the schema's field descriptions")
    func negation() {
        let text = wire(!(age && title))
        #expect(
            text
                == #"{"condition":"or","operands":[{"condition":"or","operands":[{"operation":"<","property":"age","value":18,"type":"number"},{"operation":"=","property":"age","value":null,"type":"null"}]},{"operation":"=","property":"title","value":"x","type":"string"}]}"#
        )
        let list: Condition<Books.Fields> = !(\.scores > 3)
        #expect(wire(list) == #"{"operation":"!>","property":"scores","value":3,"type":"number"}"#)
        #expect((!(!age)) == age)
    }

    @Test("Lines of a closure are joined by and; if, for and switch omit conditions that do not apply")
    func builder() {
        func query(_ minimum: Int?, _ banned: [String], _ live: Bool) -> Query<Books> {
            Books.query().filter {
                if let minimum { $0.age >= minimum }
                for name in banned { $0.title != name }
                if live { $0.status == .live } else { $0.status == .draft }
                switch banned.count {
                case 0: $0.active == true
                default: $0.active == false
                }
            }
        }
        #expect(query(nil, [], true).request.filter?.description == #"status = "live" and active = true"#)
        #expect(
            query(3, ["a", "b"], false).request.filter?.description
                == #"age >= 3 and title != "a" and title != "b" and status = "draft" and active = false"#)
    }

    @Test("Groups nest; nested groups of the same kind are merged, and a group of one is that condition")
    func groups() {
        let query = Books.query().filter { _ in
            anyOf {
                $0.rank == nil
                $0.rank >= 3
                allOf {
                    $0.active == true
                    $0.price < 5
                }
            }
            allOf { $0.age > 1 }
            anyOf { $0.age < 9 }
        }
        #expect(
            query.request.filter?.description
                == "(rank = null or rank >= 3 or (active = true and price < 5.0)) and age > 1 and age < 9")
    }

    @Test("A group without conditions is no condition, negated or not")
    func emptyGroups() {
        let wanted: [String] = []
        let query = Books.query().filter { _ in
            anyOf { for name in wanted { $0.title == name } }
            !anyOf { for name in wanted { $0.title == name } }
            allOf { if !wanted.isEmpty { $0.age > 3 } }
        }
        #expect(query.request.filter == nil)
        #expect(Books.query().where(anyOf { if !wanted.isEmpty { $0.age > 3 } }).request.filter == nil)
        let kept = Books.query().where(
            anyOf {
                anyOf { for name in wanted { $0.title == name } }
                $0.age > 3
            })
        #expect(kept.request.filter?.description == "age > 3")
    }

    @Test("A tree built by hand is sent unchanged")
    func byHand() {
        let tree = Filter.and([.or([age.filter]), .or([])])
        #expect(Books.query().where(Condition(tree)).request.filter == tree)
        #expect(Condition<Books.Fields>(.or([])).filter.negated() == .and([]))
    }

    @Test("Plain Boolean code in a file that imports Quire stays Boolean")
    func bystander() {
        let (a, b) = (3, "x")
        let c = a > 2 && b == "x" || !(a != 3)
        #expect(c)
        let path = \Books.Fields.age
        #expect(path == path)
    }
}
