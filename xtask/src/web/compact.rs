//! Re-encodes modules in fewer bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use anyhow::{Context, Result};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ExportSection, FunctionSection, ImportSection, Module, TypeSection,
};
use wasmparser::{
    CodeSectionReader, CustomSectionReader, Export, FunctionSectionReader, Import,
    ImportSectionReader, Parser, Payload, TypeRef, TypeSectionReader, Validator,
};

/// New names of imports and exports, by their old ones.
#[derive(Default)]
pub(super) struct ShortNames(BTreeMap<String, String>);

impl ShortNames {
    /// Short names for imports and exports whose names end in a hash. Hashes do not compress, and
    /// each appears in the module and in its script.
    pub(super) fn of(module: &[u8]) -> Result<Self> {
        let mut long = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        long.push(import?.name);
                    }
                }
                Payload::ExportSection(exports) => {
                    for export in exports {
                        long.push(export?.name);
                    }
                }
                _ => {}
            }
        }
        long.retain(|name| ends_in_a_hash(name) && name.chars().all(is_part_of_a_word));
        long.sort_unstable();
        long.dedup();
        let short = |(n, name): (usize, &str)| (name.to_string(), format!("$_{n}"));
        Ok(Self(long.into_iter().enumerate().map(short).collect()))
    }

    /// Renames in the script of the module, whole words only: wasm-bindgen tells equal names apart
    /// by a number behind the hash, and those keep theirs.
    pub(super) fn rename(&self, script: &str) -> String {
        let mut renamed = String::with_capacity(script.len());
        let mut rest = script;
        while let Some(start) = rest.find(is_part_of_a_word) {
            let word = &rest[start..];
            let end = word.find(|c| !is_part_of_a_word(c)).unwrap_or(word.len());
            renamed += &rest[..start];
            renamed += self.0.get(&word[..end]).map_or(&word[..end], String::as_str);
            rest = &word[end..];
        }
        renamed + rest
    }
}

fn is_part_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '$'
}

fn ends_in_a_hash(name: &str) -> bool {
    let Some((_, hash)) = name.rsplit_once('_') else { return false };
    let hash = hash.strip_prefix('h').unwrap_or(hash);
    hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Re-encodes a module without custom sections, such as function names, which no browser needs;
/// without the types that only other modules of a split program have; with each index in as few bytes as it takes, because the linker pads those that it may have to
/// relocate; and with functions that begin alike next to each other, which Brotli likes (3 %).
pub(super) fn compact(module: &[u8], names: &ShortNames) -> Result<Vec<u8>> {
    let mut smaller = Module::new();
    let order = FunctionOrder::of(module)?;
    let types = UsedTypes::of(module)?;
    Compact { names, order, types }.parse_core_module(&mut smaller, Parser::new(0), module)?;
    let smaller = smaller.finish();
    Validator::new().validate_all(&smaller).context("the re-encoded module is invalid")?;
    Ok(smaller)
}

/// A new order of functions.
struct FunctionOrder {
    /// How many functions are imported; they come first and stay where they are.
    imported: u32,
    /// The other functions by their old places, in their new order.
    functions: Vec<usize>,
    /// Their new indices, by their old places.
    indices: Vec<u32>,
}

impl FunctionOrder {
    fn of(module: &[u8]) -> Result<Self> {
        let (mut imported, mut bodies) = (0, Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        let is_function = matches!(import?.ty, TypeRef::Func(_));
                        imported += u32::from(is_function);
                    }
                }
                Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
                _ => {}
            }
        }
        let mut functions: Vec<_> = (0..bodies.len()).collect();
        functions.sort_by_key(|&place| bodies[place]);
        let mut indices = vec![0; bodies.len()];
        for (index, &place) in (imported..).zip(&functions) {
            indices[place] = index;
        }
        Ok(Self { imported, functions, indices })
    }
}

/// The types that a module uses.
#[derive(Default)]
struct UsedTypes(BTreeSet<u32>);

impl UsedTypes {
    /// The new indices of the used types, by their old ones.
    fn of(module: &[u8]) -> Result<BTreeMap<u32, u32>> {
        let mut used = Self::default();
        used.parse_core_module(&mut Module::new(), Parser::new(0), module)?;
        Ok(used.0.into_iter().zip(0..).collect())
    }
}

impl Reencode for UsedTypes {
    type Error = Infallible;

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        Ok(())
    }

    fn type_index(&mut self, index: u32) -> Result<u32, Error<Infallible>> {
        self.0.insert(index);
        Ok(index)
    }
}

struct Compact<'n> {
    names: &'n ShortNames,
    order: FunctionOrder,
    /// The new indices of the used types, by their old ones.
    types: BTreeMap<u32, u32>,
}

impl Compact<'_> {
    fn name<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.0.get(name).map_or(name, String::as_str)
    }
}

impl Reencode for Compact<'_> {
    type Error = Infallible;

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        Ok(())
    }

    fn type_index(&mut self, index: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.types[&index])
    }

    fn parse_type_section(
        &mut self,
        types: &mut TypeSection,
        section: TypeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        // The compiler writes no recursive groups, so each group is one type.
        for (index, group) in (0..).zip(section) {
            if self.types.contains_key(&index) {
                self.parse_recursive_type_group(types.ty(), group?)?;
            }
        }
        Ok(())
    }

    fn function_index(&mut self, index: u32) -> Result<u32, Error<Infallible>> {
        let FunctionOrder { imported, indices, .. } = &self.order;
        Ok(index.checked_sub(*imported).map_or(index, |place| indices[place as usize]))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for place in self.order.functions.clone() {
            functions.function(self.type_index(types[place])?);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for place in self.order.functions.clone() {
            self.parse_function_body(code, bodies[place].clone())?;
        }
        Ok(())
    }

    fn parse_import_section(
        &mut self,
        imports: &mut ImportSection,
        section: ImportSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for import in section.into_imports() {
            let import = import?;
            let name = self.name(import.name).to_string();
            utils::parse_import(self, imports, Import { name: &name, ..import })?;
        }
        Ok(())
    }

    fn parse_export(
        &mut self,
        exports: &mut ExportSection,
        export: Export<'_>,
    ) -> Result<(), Error<Infallible>> {
        let name = self.name(export.name).to_string();
        utils::parse_export(self, exports, Export { name: &name, ..export })
    }
}

#[cfg(test)]
mod tests;
