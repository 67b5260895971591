//! Links from documents to files.

use std::path::Path;

use anyhow::Result;

use super::{files, read};
use crate::tool::root;

/// Reports dead links to files in all documents.
pub(super) fn check() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for path in files(&[".md"])? {
        for link in read(&path)?.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            let here = root().join(path.parent().unwrap_or(Path::new("")));
            if !file.is_empty() && !file.contains("://") && !here.join(file).exists() {
                faults.push(format!("{}: the link to {link} is dead", path.display()));
            }
        }
    }
    Ok(faults)
}
