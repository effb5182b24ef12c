import Quire
import Testing

@Suite struct FilterDescriptionTests {
    private let age = Filter.leaf(.init(.greaterOrEqual, "age", value: .integer(18), type: .number))
    private let language = Filter.leaf(.init(.equal, "language", value: .string("eng"), type: .string))
    private let none = Filter.leaf(.init(.equal, "registration", value: .null, type: .null))

    @Test("The description of a filter is readable")
    func nested() {
        let tree = Filter.and([age, .or([language, none])])
        #expect(tree.description == #"age >= 18 and (language = "eng" or registration = null)"#)
    }

    @Test("Groups with no or one operand read as their meaning")
    func groups() {
        #expect(Filter.and([]).description == "everything")
        #expect(Filter.or([]).description == "nothing")
        #expect(Filter.or([.and([age, none])]).description == "age >= 18 and registration = null")
        #expect(
            Filter.or([age, .and([.or([none, language])])]).description.contains("(registration = null or"))
    }

    @Test("Dates are printed as dates, with milliseconds if there are any")
    func dates() {
        #expect(FilterValue.date(milliseconds: 1_474_980_516_487).description == "2016-09-27T12:48:36.487Z")
        #expect(FilterValue.date(milliseconds: 0).description == "1970-01-01T00:00:00Z")
        #expect(FilterValue.date(milliseconds: .max).description == "9223372036854775807 ms")
        #expect(FilterValue.list([.integer(1), .boolean(true)]).description == "[1, true]")
    }
}
