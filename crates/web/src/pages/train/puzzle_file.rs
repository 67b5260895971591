use std::rc::Rc;

use bosworth_puzzles::PuzzleSet;
use bosworth_view::prelude::*;
use js_sys::{Promise, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Response;

/// The file of puzzles, which is fetched apart from the program.
#[derive(Clone, Copy)]
pub struct PuzzleFile(RwSignal<FileState>);

/// The state of the file.
#[derive(Clone)]
enum FileState {
    /// Nobody has needed it yet.
    Unknown,
    Loading,
    /// It could not be fetched or read.
    Failed,
    Loaded(Rc<PuzzleSet>),
}

impl Default for PuzzleFile {
    fn default() -> Self {
        Self(RwSignal::new(FileState::Unknown))
    }
}

#[wasm_bindgen]
extern "C" {
    /// Defined by the script in `index.html`.
    #[wasm_bindgen(js_name = fetchPuzzles)]
    fn fetch_puzzles() -> Promise;
}

impl PuzzleFile {
    /// Fetches the file, unless it is here or on its way.
    pub fn fetch(self) {
        if self.0.with_untracked(|file| matches!(file, FileState::Loading | FileState::Loaded(_))) {
            return;
        }
        self.0.set(FileState::Loading);
        // It is shared by all pages, so it does not end with one.
        spawn_local(async move {
            let set = fetched().await.ok().and_then(|bytes| PuzzleSet::read(bytes).ok());
            self.0.set(set.map_or(FileState::Failed, |set| FileState::Loaded(Rc::new(set))));
        });
    }

    /// Whether it is here: `None` as long as that is not known.
    pub fn is_here(self) -> Option<bool> {
        self.0.with(|file| match file {
            FileState::Unknown | FileState::Loading => None,
            FileState::Failed => Some(false),
            FileState::Loaded(_) => Some(true),
        })
    }

    /// Reads from the set, once it is here.
    pub fn with<T>(self, look: impl FnOnce(&PuzzleSet) -> Option<T>) -> Option<T> {
        self.0.with(|file| match file {
            FileState::Loaded(set) => look(set),
            _ => None,
        })
    }
}

async fn fetched() -> Result<Vec<u8>, JsValue> {
    let response: Response = JsFuture::from(fetch_puzzles()).await?.dyn_into()?;
    if !response.ok() {
        return Err(response.status().into());
    }
    let buffer = JsFuture::from(response.array_buffer()?).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
