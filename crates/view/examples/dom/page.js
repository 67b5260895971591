import init, { names, run } from "./dom.js";

const ready = init({ module_or_path: "dom_bg.wasm" });

// The names of all tests.
self.testNames = () => ready.then(names);

// Runs one test, in a page that has not run any other. Resolves to why it failed, if it did: a panic
// never returns, so its hook reports it.
self.runTest = (name) =>
  new Promise((resolve) => {
    self.reportPanic = resolve;
    ready.then(() => run(name)).then(() => resolve(null), (why) => resolve(String(why)));
  });
