import Quire
import QuireSearch
import SampleModules
import Testing

@Suite struct PlanTests {
    @Test("A draft without text asks for a page of everything")
    func plain() throws {}
}
