use wasm_encoder::{
    DataCountSection, EntityType, GlobalType, MemoryType, RefType, TableType, TypeSection, ValType,
};

use super::*;

/// The places in the table of the functions of the tests.
const FIRST: u32 = 4;
const SECOND: u32 = 5;
const THIRD: u32 = 9;
const ELSEWHERE: u32 = 20;

/// A module as the splitter writes it, with these functions: those with a place in the table, and
/// stubs to others.
fn module(functions: &[(Option<u32>, &[Instruction<'_>])], data: (i32, &[u8])) -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], []);
    types.ty().function([ValType::I32], []);
    let mut imports = ImportSection::new();
    let memory = MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    };
    imports.import("shared", "memory", EntityType::Memory(memory));
    let table = TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum: 30,
        maximum: None,
        shared: false,
    };
    imports.import("shared", "table", EntityType::Table(table));
    // Only one of the modules uses the stack.
    if data.0 > 0 {
        let stack = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
        imports.import("shared", "stack", EntityType::Global(stack));
    }
    let (mut kinds, mut code) = (FunctionSection::new(), CodeSection::new());
    let mut elements = ElementSection::new();
    for (index, (slot, instructions)) in (0..).zip(functions) {
        kinds.function(0);
        let mut body = Function::new([]);
        for instruction in *instructions {
            body.instruction(instruction);
        }
        body.instructions().end();
        code.function(&body);
        if let Some(slot) = slot {
            let functions = Elements::Functions(vec![index].into());
            elements.active(None, &ConstExpr::i32_const(*slot as i32), functions);
        }
    }
    let mut segments = DataSection::new();
    segments.active(0, &ConstExpr::i32_const(data.0), data.1.iter().copied());
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&kinds).section(&elements);
    module.section(&DataCountSection { count: 1 }).section(&code).section(&segments);
    module.finish()
}

fn stub(slot: u32) -> [Instruction<'static>; 2] {
    [
        Instruction::I32Const(slot as i32),
        Instruction::CallIndirect { type_index: 0, table_index: 0 },
    ]
}

/// The instructions of each place in the table, those of called functions in brackets.
fn behaviour(module: &[u8]) -> Vec<String> {
    let part = Part::of(module).expect("a module");
    let said =
        |(slot, function): (&u32, &u32)| format!("{slot}: {}", instructions(&part, *function));
    part.table.iter().map(said).collect()
}

fn instructions(part: &Part<'_>, index: u32) -> String {
    let reader = part.functions[index as usize].1.get_operators_reader().expect("a body");
    let operators = reader.into_iter().map(|operator| match operator.expect("an operator") {
        Operator::Call { function_index } => format!("[{}]", instructions(part, function_index)),
        Operator::I32Const { value } => value.to_string(),
        Operator::CallIndirect { .. } => "call".into(),
        Operator::Nop => "nop".into(),
        Operator::End => "end".into(),
        operator => panic!("{operator:?}"),
    });
    operators.collect::<Vec<_>>().join(" ")
}

fn two_modules() -> [Vec<u8>; 2] {
    let calls = [Instruction::Call(1), Instruction::Call(2), Instruction::Call(2)];
    let first = module(
        &[(Some(FIRST), &calls), (None, &stub(SECOND)), (None, &stub(ELSEWHERE))],
        (0, b"abc"),
    );
    let nop = [Instruction::Nop];
    let calls = [Instruction::Call(0), Instruction::Call(2)];
    let second = module(
        &[(None, &stub(ELSEWHERE)), (Some(SECOND), &nop), (None, &nop), (Some(THIRD), &calls)],
        (3, b"de"),
    );
    [first, second]
}

#[test]
fn functions_of_merged_modules_call_each_other_without_stubs() {
    let [first, second] = two_modules();
    let merged = merge(&[&first, &second]).expect("a module");
    assert_eq!(
        behaviour(&merged),
        ["4: [nop end] 20 call 20 call end", "5: nop end", "9: 20 call [nop end] end"]
    );
    let part = Part::of(&merged).expect("a module");
    assert_eq!(part.functions.len(), 4, "no stub is left");
    assert_eq!(part.data, [(0, &b"abcde"[..])], "data that adjoins is one segment");
    assert_eq!(part.imports.len(), 3, "what either imports, once");
    wasmparser::Validator::new().validate_all(&merged).expect("a valid module");
}

#[test]
fn a_stub_in_the_table_stays_a_function() {
    let module = module(&[(Some(FIRST), &stub(ELSEWHERE))], (0, b""));
    let merged = merge(&[&module]).expect("a module");
    assert_eq!(behaviour(&merged), ["4: 20 call end"]);
}

#[test]
fn a_module_with_other_types_is_refused() {
    let mut other = two_modules()[1].clone();
    // The second type: its parameter becomes a 64-bit number.
    let types = other.windows(3).position(|bytes| bytes == [0x60, 1, 0x7f]).expect("the type");
    other[types + 2] = 0x7e;
    let error = merge(&[&two_modules()[0], &other]).expect_err("they differ");
    assert_eq!(error.to_string(), "the types differ");
}
