//! Which modules of a split program are one file.

use std::collections::{BTreeMap, BTreeSet};

use super::Chunks;

/// What a file costs besides its content, in bytes of a module before compression: its sections,
/// stubs, its name in the script and the page, and what Brotli would know from a larger file.
const FILE_BYTES: f64 = 3000.0;

/// How much a byte that a page loads without using it weighs against a byte that is not there at all.
const UNUSED_WEIGHT: f64 = 0.1;

/// A file to be: some modules.
struct File<'c> {
    modules: Vec<String>,
    /// The chunks that load it, one or more.
    users: BTreeSet<&'c str>,
    bytes: usize,
}

impl File<'_> {
    /// What is gained when two files become one.
    fn gain(&self, other: &Self) -> f64 {
        let all = self.users.union(&other.users).count();
        let unused =
            self.bytes * (all - self.users.len()) + other.bytes * (all - other.users.len());
        let fewer = self.users.intersection(&other.users).count();
        FILE_BYTES * (1.0 + UNUSED_WEIGHT * fewer as f64) - UNUSED_WEIGHT * unused as f64
    }
}

/// The files of a split program. The splitter writes a module for each set of chunks that share
/// code, which are many, and small; in fewer files, chunks load a few bytes that they do not use.
pub(super) struct ChunkPlan {
    /// The modules of each file.
    pub(super) files: Vec<Vec<String>>,
    /// The numbers of the files of each chunk, by its name.
    pub(super) chunks: BTreeMap<String, Vec<usize>>,
}

impl ChunkPlan {
    pub(super) fn of(chunks: &Chunks, modules: &BTreeMap<String, Vec<u8>>) -> Self {
        let mut users: BTreeMap<&String, BTreeSet<&str>> = BTreeMap::new();
        for (chunk, modules) in chunks {
            for module in modules {
                users.entry(module).or_default().insert(chunk);
            }
        }
        let file = |(module, users): (&String, BTreeSet<_>)| File {
            modules: vec![module.clone()],
            users,
            bytes: modules[module].len(),
        };
        let mut files: Vec<_> = users.into_iter().map(file).collect();
        while let Some((one, other)) = best_pair(&files) {
            let merged = files.swap_remove(other);
            let file = &mut files[one];
            file.modules.extend(merged.modules);
            file.users.extend(merged.users);
            file.bytes += merged.bytes;
        }
        let numbers = |chunk: &str| {
            let files = files.iter().enumerate();
            files.filter(|(_, file)| file.users.contains(chunk)).map(|(number, _)| number).collect()
        };
        let chunks = chunks.keys().map(|chunk| (chunk.clone(), numbers(chunk))).collect();
        Self { files: files.into_iter().map(|file| file.modules).collect(), chunks }
    }
}

/// The two files with the largest gain, if one has any.
fn best_pair(files: &[File<'_>]) -> Option<(usize, usize)> {
    let pairs = (0..files.len()).flat_map(|one| (one + 1..files.len()).map(move |two| (one, two)));
    let gain = |&(one, two): &(usize, usize)| files[one].gain(&files[two]);
    let best = pairs.max_by(|one, two| gain(one).total_cmp(&gain(two)))?;
    (gain(&best) > 0.0).then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(modules: &[(&str, usize, &str)]) -> Vec<(String, String)> {
        let mut chunks = Chunks::new();
        for (module, _, users) in modules {
            for user in users.split(' ') {
                chunks.entry(user.into()).or_default().push(module.to_string());
            }
        }
        let sizes = modules.iter().map(|(module, size, _)| (module.to_string(), vec![0; *size]));
        let plan = ChunkPlan::of(&chunks, &sizes.collect());
        let mut files: Vec<_> = plan
            .files
            .iter()
            .enumerate()
            .map(|(number, modules)| {
                let users = plan.chunks.iter().filter(|(_, files)| files.contains(&number));
                let users: Vec<_> = users.map(|(chunk, _)| chunk.as_str()).collect();
                let mut modules = modules.clone();
                modules.sort();
                (modules.join(" "), users.join(" "))
            })
            .collect();
        files.sort();
        files
    }

    #[test]
    fn a_small_module_joins_one_that_other_chunks_load_as_well() {
        let files = plan(&[("all", 200_000, "event game lobby"), ("two", 500, "game lobby")]);
        assert_eq!(files, [("all two".into(), "event game lobby".into())]);
    }

    #[test]
    fn large_modules_of_different_chunks_stay_apart() {
        let modules = [("game", 90_000, "game"), ("event", 90_000, "event")];
        assert_eq!(plan(&modules).len(), 2);
    }

    #[test]
    fn every_chunk_loads_all_its_modules() {
        let modules = [
            ("a", 100, "x y"),
            ("b", 40_000, "y"),
            ("c", 7000, "x y z"),
            ("d", 900, "z"),
            ("e", 60_000, "x"),
        ];
        let files = plan(&modules);
        for (module, _, users) in modules {
            let (_, loaded) = files
                .iter()
                .find(|(modules, _)| modules.split(' ').any(|it| it == module))
                .expect("a file");
            for user in users.split(' ') {
                assert!(loaded.split(' ').any(|it| it == user), "{module} for {user}: {files:?}");
            }
        }
    }
}
