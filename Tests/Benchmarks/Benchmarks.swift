/// `swift run -c release Benchmarks [area …]`: measures every row of the goals and holds it against the thresholds.
@main
enum Benchmarks {
    static func main() async {
        print("no benchmarks yet")
    }
}
