//! The script that loads chunks, in place of the splitter's, which names a file for each module.

use std::fmt::Write as _;

/// The name of the program that it loads them for.
pub(super) const PROGRAM: &str = "./app.js";

/// Files that were loaded are not loaded again; those that failed are. `fetchEarly` and `chunkFiles`
/// are the page's.
const SCRIPT: &str = r#"
import { initSync } from "./app.js";
const loaded = {};
const load = (chunk) => async (callback, data) => {
  const main = initSync();
  const imports = { __wasm_split: main };
  const add = (file) => loaded[file] ??= WebAssembly.instantiateStreaming(fetchEarly(file), imports)
    .catch((why) => { delete loaded[file]; throw why; });
  let success = true;
  try {
    await Promise.all(chunkFiles(chunk).map(add));
  } catch (why) {
    console.error(why);
    success = false;
  }
  main.__indirect_function_table.get(callback)(data, success);
};
"#;

/// The script for chunks of these names.
pub(super) fn script<'n>(chunks: impl Iterator<Item = &'n String>) -> String {
    let mut script = SCRIPT.to_string();
    for chunk in chunks {
        let _ = writeln!(script, "export const __wasm_split_load_{chunk} = load(\"{chunk}\");");
    }
    script
}
