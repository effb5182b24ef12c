/// Notes whether a search followed the server's own meaning anywhere, while it is compiled.
package final class MeaningUse {
    package var isEngine = false

    package init() {}
}
