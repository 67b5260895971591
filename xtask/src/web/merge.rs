//! Merges modules of a split program, of which the splitter writes a hundred.

use std::collections::BTreeMap;
use std::convert::Infallible;

use anyhow::{Result, anyhow, bail, ensure};
use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{
    CodeSection, ConstExpr, DataSection, ElementSection, Elements, Function, FunctionSection,
    ImportSection, Instruction, Module, RawSection, SectionId,
};
use wasmparser::{
    DataKind, ElementItems, ElementKind, FunctionBody, Import, Operator, Parser, Payload, TypeRef,
};

/// A function of one of the modules: the place of the module, and the index there.
type Place = (usize, u32);

/// Merges modules that share the memory, the table and the types of their main module. Functions of
/// different modules call each other through the table, by way of stubs. In one module they need none,
/// and calls through the table compress better without.
pub(super) fn merge(modules: &[&[u8]]) -> Result<Vec<u8>> {
    let parts = modules.iter().map(|module| Part::of(module)).collect::<Result<Vec<_>>>()?;
    ensure!(parts.windows(2).all(|two| two[0].types == two[1].types), "the types differ");
    let merged = Merged::of(&parts)?;
    merged.encode()
}

/// A module that the splitter wrote.
#[derive(Default)]
struct Part<'m> {
    types: &'m [u8],
    /// One of each kind at most, so that its index is 0 in every module.
    imports: Vec<Import<'m>>,
    functions: Vec<(u32, FunctionBody<'m>)>,
    /// The functions that it puts into the table, by their places there.
    table: BTreeMap<u32, u32>,
    data: Vec<(i32, &'m [u8])>,
}

impl<'m> Part<'m> {
    fn of(module: &'m [u8]) -> Result<Self> {
        let mut part = Self::default();
        let mut types = Vec::new();
        for payload in Parser::new(0).parse_all(module) {
            match payload? {
                Payload::TypeSection(section) => part.types = &module[bytes(section.range())],
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        part.add_import(import?)?;
                    }
                }
                Payload::FunctionSection(functions) => {
                    types = functions.into_iter().collect::<Result<_, _>>()?;
                }
                Payload::ElementSection(elements) => {
                    for element in elements {
                        let element = element?;
                        let ElementKind::Active { table_index: None | Some(0), offset_expr } =
                            element.kind
                        else {
                            bail!("elements that are not put into the table");
                        };
                        let ElementItems::Functions(functions) = element.items else {
                            bail!("elements that are no functions");
                        };
                        let first = constant(&offset_expr)? as u32;
                        for (slot, function) in (first..).zip(functions) {
                            part.table.insert(slot, function?);
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    part.functions.push((types[part.functions.len()], body));
                }
                Payload::DataSection(segments) => {
                    for segment in segments {
                        let segment = segment?;
                        let DataKind::Active { memory_index: 0, offset_expr } = segment.kind else {
                            bail!("data that is not put into the memory");
                        };
                        if !segment.data.is_empty() {
                            part.data.push((constant(&offset_expr)?, segment.data));
                        }
                    }
                }
                Payload::ExportSection(exports) => {
                    ensure!(exports.count() == 0, "a module of a chunk exports something");
                }
                Payload::Version { .. }
                | Payload::DataCountSection { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::CustomSection(_)
                | Payload::End(_) => {}
                other => bail!("a module of a chunk has {other:?}"),
            }
        }
        Ok(part)
    }

    fn add_import(&mut self, import: Import<'m>) -> Result<()> {
        ensure!(!matches!(import.ty, TypeRef::Func(_)), "a chunk imports a function");
        let is_new = self.imports.iter().all(|other| !is_same_kind(&other.ty, &import.ty));
        ensure!(is_new, "a chunk imports two of a kind");
        self.imports.push(import);
        Ok(())
    }
}

fn bytes(range: std::ops::Range<u64>) -> std::ops::Range<usize> {
    range.start as usize..range.end as usize
}

fn is_same_kind(one: &TypeRef, other: &TypeRef) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}

fn constant(expression: &wasmparser::ConstExpr<'_>) -> Result<i32> {
    match expression.get_operators_reader().read()? {
        Operator::I32Const { value } => Ok(value),
        other => bail!("the place of a segment is {other:?}"),
    }
}

/// A stub: a function that passes its parameters on to another in the table.
#[derive(Clone, Copy)]
struct Stub {
    /// The place in the table.
    slot: u32,
    /// The type of the function.
    kind: u32,
}

impl Stub {
    fn of(body: &FunctionBody<'_>) -> Result<Option<Self>> {
        if body.get_locals_reader()?.get_count() > 0 {
            return Ok(None);
        }
        let mut operators = body.get_operators_reader()?;
        let mut passed = 0;
        loop {
            match operators.read()? {
                Operator::LocalGet { local_index } if local_index == passed => passed += 1,
                Operator::I32Const { value } => {
                    let Operator::CallIndirect { type_index, table_index: 0 } = operators.read()?
                    else {
                        return Ok(None);
                    };
                    let is_end = matches!(operators.read()?, Operator::End);
                    return Ok(is_end.then_some(Self { slot: value as u32, kind: type_index }));
                }
                _ => return Ok(None),
            }
        }
    }
}

/// What a call of a function becomes.
#[derive(Clone, Copy)]
enum Callee {
    Own(Place),
    /// A function of another module.
    Other(Stub),
}

struct Merged<'p, 'm> {
    parts: &'p [Part<'m>],
    /// The stubs, and what they lead to.
    stubs: BTreeMap<Place, Callee>,
    /// The new indices of all other functions.
    indices: BTreeMap<Place, u32>,
}

impl<'p, 'm> Merged<'p, 'm> {
    fn of(parts: &'p [Part<'m>]) -> Result<Self> {
        let mut table = BTreeMap::new();
        for (number, part) in parts.iter().enumerate() {
            table.extend(part.table.iter().map(|(&slot, &function)| (slot, (number, function))));
        }
        let (mut stubs, mut indices) = (BTreeMap::new(), BTreeMap::new());
        for (number, part) in parts.iter().enumerate() {
            for (index, (kind, body)) in (0..).zip(&part.functions) {
                let place = (number, index);
                let stub = Stub::of(body)?.filter(|stub| stub.kind == *kind);
                // A stub in the table is called by its place there.
                if let Some(stub) = stub.filter(|_| !part.table.values().any(|it| *it == index)) {
                    let own = table.get(&stub.slot).map(|own| Callee::Own(*own));
                    stubs.insert(place, own.unwrap_or(Callee::Other(stub)));
                } else {
                    indices.insert(place, indices.len() as u32);
                }
            }
        }
        Ok(Self { parts, stubs, indices })
    }

    fn callee(&self, place: Place) -> Callee {
        self.stubs.get(&place).copied().unwrap_or(Callee::Own(place))
    }

    /// The new index of a function, unless it is a stub to another module.
    fn index(&self, place: Place) -> Result<u32> {
        let index = match self.callee(place) {
            Callee::Own(own) => self.indices.get(&own),
            Callee::Other(_) => None,
        };
        index.copied().ok_or_else(|| anyhow!("no index of {place:?}"))
    }

    fn encode(&self) -> Result<Vec<u8>> {
        let mut module = Module::new();
        let types = self.parts.first().map_or(&[][..], |part| part.types);
        module.section(&RawSection { id: SectionId::Type.into(), data: types });
        module.section(&self.imports()?);
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for &(number, index) in self.indices.keys() {
            let (kind, body) = &self.parts[number].functions[index as usize];
            functions.function(*kind);
            code.function(&self.body(number, body)?);
        }
        module.section(&functions);
        module.section(&self.elements()?);
        module.section(&code);
        module.section(&self.data());
        Ok(module.finish())
    }

    fn imports(&self) -> Result<ImportSection> {
        let mut section = ImportSection::new();
        let mut seen: Vec<&Import<'m>> = Vec::new();
        for import in self.parts.iter().flat_map(|part| &part.imports) {
            let same = seen.iter().find(|other| is_same_kind(&other.ty, &import.ty));
            if let Some(other) = same {
                ensure!(*other == import, "modules import different things");
                continue;
            }
            seen.push(import);
            let mut calls = Calls { merged: self, number: 0 };
            utils::parse_import(&mut calls, &mut section, *import)
                .map_err(|error| anyhow!("{error}"))?;
        }
        Ok(section)
    }

    fn body(&self, number: usize, body: &FunctionBody<'_>) -> Result<Function> {
        let mut calls = Calls { merged: self, number };
        let problem = |error: Error<Infallible>| anyhow!("{error}");
        let mut function = calls.new_function_with_parsed_locals(body).map_err(problem)?;
        for operator in body.get_operators_reader()? {
            let operator = operator?;
            if let Operator::Call { function_index } = operator
                && let Callee::Other(stub) = self.callee((number, function_index))
            {
                function.instruction(&Instruction::I32Const(stub.slot as i32));
                function.instruction(&Instruction::CallIndirect {
                    type_index: stub.kind,
                    table_index: 0,
                });
            } else {
                function.instruction(&calls.instruction(operator).map_err(problem)?);
            }
        }
        Ok(function)
    }

    /// What the module puts into the table, in runs.
    fn elements(&self) -> Result<ElementSection> {
        let mut table = BTreeMap::new();
        for (number, part) in self.parts.iter().enumerate() {
            for (&slot, &function) in &part.table {
                table.insert(slot, self.index((number, function))?);
            }
        }
        let mut section = ElementSection::new();
        let mut rest = table.into_iter().peekable();
        while let Some((first, function)) = rest.next() {
            let mut run = vec![function];
            while let Some((_, next)) = rest.next_if(|(slot, _)| *slot == first + run.len() as u32)
            {
                run.push(next);
            }
            let functions = Elements::Functions(run.into());
            section.active(None, &ConstExpr::i32_const(first as i32), functions);
        }
        Ok(section)
    }

    fn data(&self) -> DataSection {
        let mut segments: Vec<_> = self.parts.iter().flat_map(|part| &part.data).collect();
        segments.sort_unstable();
        segments.dedup();
        let mut joined: Vec<(i32, Vec<u8>)> = Vec::new();
        for (place, data) in segments {
            match joined.last_mut() {
                Some((first, before)) if *first + before.len() as i32 == *place => {
                    before.extend_from_slice(data);
                }
                _ => joined.push((*place, data.to_vec())),
            }
        }
        let mut section = DataSection::new();
        for (place, data) in joined {
            section.active(0, &ConstExpr::i32_const(place), data);
        }
        section
    }
}

/// Renumbers the functions of a part.
struct Calls<'a, 'p, 'm> {
    merged: &'a Merged<'p, 'm>,
    number: usize,
}

impl Reencode for Calls<'_, '_, '_> {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> Result<u32, Error<Infallible>> {
        Ok(self.merged.index((self.number, index)).expect("a function of the module"))
    }
}

#[cfg(test)]
mod tests;
