use wasm_encoder::{
    CodeSection, ConstExpr, CustomSection, ElementSection, Elements, EntityType, ExportKind,
    Function, MemoryType, NameMap, NameSection, RefType, StartSection, TableSection, TableType,
    TypeSection, ValType,
};
use wasmparser::{ElementItems, ExternalKind, Operator};

use super::*;

const NEW: &str = "__wbg_new_0123456789abcdef";
const THROW: &str = "__wbindgen_throw";
const CLOSURE: &str = "wasm_bindgen__convert__closures__invoke_hfedcba9876543210";

/// A module as wasm-bindgen leaves it: two imported functions and four of its own, which call
/// each other, are exported, stand in the table, or are called at the start. `calls` is the
/// index of the function that the first one calls. The first type is that of no function.
fn module(calls: u32) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([ValType::I64], []);
    types.ty().function([], []);
    types.ty().function([], [ValType::I32]);
    let mut imports = ImportSection::new();
    let memory = MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    imports.import("./app_bg.js", NEW, EntityType::Function(1));
    imports.import("./app_bg.js", "memory", EntityType::Memory(memory));
    imports.import("./app_bg.js", THROW, EntityType::Function(1));
    let mut functions = FunctionSection::new();
    for kind in [1, 2, 1, 1] {
        functions.function(kind);
    }
    let mut tables = TableSection::new();
    tables.table(TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 2,
        maximum: None,
        shared: false,
    });
    let mut exports = ExportSection::new();
    exports.export("main", ExportKind::Func, 2);
    exports.export(CLOSURE, ExportKind::Func, 3);
    exports.export("memory", ExportKind::Memory, 0);
    let start = StartSection { function_index: 4 };
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(0), Elements::Functions((&[5, 3]).into()));
    let mut code = CodeSection::new();
    let mut function = |write: &dyn Fn(&mut Function)| {
        let mut body = Function::new([]);
        write(&mut body);
        body.instructions().end();
        code.function(&body);
    };
    function(&|body| {
        body.instructions().call(5).call(calls);
    });
    function(&|body| {
        body.instructions().i32_const(7);
    });
    function(&|body| {
        body.instructions().call(3).drop().call(0);
    });
    function(&|body| {
        body.instructions().call(1);
    });
    let (mut names, mut of_functions) = (NameSection::new(), NameMap::new());
    of_functions.append(2, "app::main");
    names.functions(&of_functions);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&tables);
    module.section(&exports).section(&start).section(&elements).section(&code);
    module.section(&names);
    module.section(&CustomSection { name: "producers".into(), data: (&[1, 2, 3]).into() });
    module.finish()
}

/// What can be reached from outside, and what it does: each export, the start and each entry of
/// the table, with the instructions of its function, those of called functions in brackets.
fn behaviour(module: &[u8]) -> Vec<String> {
    let (mut imported, mut bodies, mut roots) = (Vec::new(), Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload.expect("a module") {
            Payload::ImportSection(imports) => {
                let imports = imports.into_imports().map(|import| import.expect("an import"));
                let functions = imports.filter(|import| matches!(import.ty, TypeRef::Func(_)));
                imported.extend(functions.map(|import| import.name.to_string()));
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export.expect("an export");
                    if export.kind == ExternalKind::Func {
                        roots.push((export.name.to_string(), export.index));
                    }
                }
            }
            Payload::StartSection { func, .. } => roots.push(("start".into(), func)),
            Payload::ElementSection(elements) => {
                for element in elements {
                    let ElementItems::Functions(items) = element.expect("elements").items else {
                        panic!("functions")
                    };
                    let items = items.into_iter().map(|item| item.expect("a function"));
                    roots.extend(items.map(|item| ("table".into(), item)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            Payload::CustomSection(section) => roots.push((section.name().into(), 0)),
            _ => {}
        }
    }
    let said = |index| instructions(index, &imported, &bodies);
    roots.into_iter().map(|(name, index)| format!("{name}: {}", said(index))).collect()
}

fn instructions(
    index: u32,
    imported: &[String],
    bodies: &[wasmparser::FunctionBody<'_>],
) -> String {
    if let Some(name) = imported.get(index as usize) {
        return name.clone();
    }
    let reader = bodies[index as usize - imported.len()].get_operators_reader();
    let operators =
        reader.expect("a body").into_iter().map(|operator| match operator.expect("an operator") {
            Operator::Call { function_index } => {
                format!("[{}]", instructions(function_index, imported, bodies))
            }
            Operator::I32Const { value } => value.to_string(),
            Operator::Drop => "drop".into(),
            Operator::End => "end".into(),
            operator => panic!("{operator:?}"),
        });
    operators.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_module_does_the_same_after_it_was_re_encoded() {
    let module = module(4);
    let names = ShortNames::of(&module).expect("a module");
    let expected = [
        "main: [[__wbindgen_throw] end] [[7 end] drop [NEW] end] end",
        "CLOSURE: 7 end",
        "start: [7 end] drop [NEW] end",
        "table: [__wbindgen_throw] end",
        "table: 7 end",
    ];
    let with_names = |new: &str, closure: &str| {
        expected.map(|line| line.replace("NEW", new).replace("CLOSURE", closure))
    };
    let before = behaviour(&module);
    assert_eq!(before[..5], with_names(NEW, CLOSURE));
    assert_eq!(before.len(), 7, "and two custom sections");
    let smaller = compact(&module, &names).expect("a valid module");
    assert_eq!(behaviour(&smaller), with_names("$_0", "$_1"));
    assert!(smaller.len() < module.len());
}

#[test]
fn functions_that_begin_alike_become_neighbours() {
    const CALL: u8 = 0x10;
    const I32_CONST: u8 = 0x41;
    let code = |module: &[u8]| {
        let bodies = Parser::new(0).parse_all(module).filter_map(|payload| match payload {
            Ok(Payload::CodeSectionEntry(body)) => Some(body.as_bytes()[1..3].to_vec()),
            _ => None,
        });
        bodies.collect::<Vec<_>>()
    };
    let module = module(4);
    assert_eq!(code(&module), [[CALL, 5], [I32_CONST, 7], [CALL, 3], [CALL, 1]]);
    let smaller = compact(&module, &ShortNames::default()).expect("a valid module");
    // The called functions have moved as well.
    assert_eq!(code(&smaller), [[CALL, 1], [CALL, 5], [CALL, 2], [I32_CONST, 7]]);
}

#[test]
fn types_that_no_function_has_are_left_out() {
    let count = |module: &[u8]| {
        let types = Parser::new(0).parse_all(module).find_map(|payload| match payload {
            Ok(Payload::TypeSection(types)) => Some(types.count()),
            _ => None,
        });
        types.expect("types")
    };
    let module = module(4);
    assert_eq!(count(&module), 3);
    let smaller = compact(&module, &ShortNames::default()).expect("a valid module");
    assert_eq!(count(&smaller), 2);
}

#[test]
fn an_invalid_module_is_refused() {
    // The function leaves the number of the called one behind.
    let error = compact(&module(3), &ShortNames::default()).expect_err("it is invalid");
    assert_eq!(error.to_string(), "the re-encoded module is invalid");
}

#[test]
fn the_script_gets_the_new_names_of_whole_words_only() {
    let names = ShortNames::of(&module(4)).expect("a module");
    let script = "\
const imports = { __wbg_new_0123456789abcdef: () => new Map(), __wbindgen_throw(why) { throw why } };
function make_mutable_closure(a) { return wasm.wasm_bindgen__convert__closures__invoke_hfedcba9876543210(a); }
imports.__wbg_new_0123456789abcdef_1 = my__wbg_new_0123456789abcdef;
\"__wbg_new_0123456789abcdef\"";
    let renamed = "\
const imports = { $_0: () => new Map(), __wbindgen_throw(why) { throw why } };
function make_mutable_closure(a) { return wasm.$_1(a); }
imports.__wbg_new_0123456789abcdef_1 = my__wbg_new_0123456789abcdef;
\"$_0\"";
    assert_eq!(names.rename(script), renamed);
    assert_eq!(ShortNames::default().rename(script), script);
}

#[test]
fn names_end_in_a_hash_of_sixteen_digits() {
    for (name, is_long) in [
        (NEW, true),
        (CLOSURE, true),
        (THROW, false),
        ("__wbg_new_0123456789abcde", false),
        ("__wbg_new_0123456789abcdeg", false),
        ("0123456789abcdef", false),
    ] {
        assert_eq!(ends_in_a_hash(name), is_long, "{name}");
    }
}
