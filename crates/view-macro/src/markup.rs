//! Compiles markup to templates.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use rstml::node::{KeyedAttribute, Node, NodeAttribute, NodeBlock, NodeElement, NodeName};
use rstml::{Infallible, Parser, ParserConfig};
use syn::spanned::Spanned as _;
use syn::{Block, Error, Expr, ExprLit, ExprPath, Lit, Result, Stmt};

use crate::elements::{Surroundings, VOID};

pub(crate) fn expand(markup: TokenStream) -> Result<TokenStream> {
    let void = VOID.into_iter().collect();
    let parser = Parser::new(ParserConfig::new().always_self_closed_elements(void));
    let nodes = parser.parse_simple(markup)?;
    // A single expression needs no template around it.
    if let [node] = nodes.as_slice()
        && let Some(child) = dynamic(node)?
    {
        return Ok(quote!(::bosworth_view::IntoView::into_view(#child)));
    }
    template(&nodes)
}

/// The expression that builds a view of these nodes.
fn template(nodes: &[Node<Infallible>]) -> Result<TokenStream> {
    let mut template = Template::default();
    for node in nodes {
        template.node(node, Surroundings::Unknown)?;
    }
    Ok(template.finish())
}

/// The expression of a dynamic child.
fn dynamic(node: &Node<Infallible>) -> Result<Option<TokenStream>> {
    Ok(match node {
        Node::Block(block) => Some(expression(block)),
        Node::Element(element) if is_component(element) => Some(component(element)?),
        _ => None,
    })
}

fn is_component(element: &NodeElement<Infallible>) -> bool {
    element.name().to_string().starts_with(char::is_uppercase)
}

/// A component call.
fn component(element: &NodeElement<Infallible>) -> Result<TokenStream> {
    let name = element.name();
    let mut setters = Vec::new();
    for attribute in element.attributes() {
        let attribute = keyed(attribute)?;
        let argument = format_ident!("{}", attribute.key.to_string(), span = attribute.key.span());
        // An argument alone is a variable of that name.
        let value = attribute.value().map_or_else(|| quote!(#argument), |value| quote!(#value));
        setters.push(quote_spanned!(attribute.key.span()=> .#argument(#value)));
    }
    if !element.children.is_empty() {
        let content = template(&element.children)?;
        setters.push(quote!(.children(move || #content)));
    }
    Ok(quote_spanned! {name.span()=>
        #name(::bosworth_view::expansion::builder_of(&#name) #(#setters)* .build())
    })
}

fn keyed(attribute: &NodeAttribute) -> Result<&KeyedAttribute> {
    match attribute {
        NodeAttribute::Attribute(attribute) => Ok(attribute),
        NodeAttribute::Block(block) => Err(Error::new(block.span(), "attributes need a name")),
    }
}

/// A template under construction.
#[derive(Default)]
struct Template {
    code: String,
    /// The code that fills the slots: method calls on `Slots`.
    slots: Vec<TokenStream>,
    /// The function that returns the messages of the template.
    messages: Option<ExprPath>,
}

impl Template {
    /// Returns the expression that builds the view.
    fn finish(self) -> TokenStream {
        let Self { code, slots, messages } = self;
        if code.is_empty() {
            return quote!(::bosworth_view::View::Empty);
        }
        let messages = messages
            .map(|messages| quote!(const _: fn(&str) -> ::std::string::String = #messages;));
        if slots.is_empty() {
            return quote!({
                #messages
                ::bosworth_view::View::of(#code)
            });
        }
        let count = slots.len();
        // A hygienic name, which no expression in the markup can refer to.
        let name = Ident::new("slots", Span::mixed_site());
        quote!({
            #messages
            let mut #name = ::bosworth_view::Slots::with_capacity(#count);
            #(#name.#slots;)*
            #name.template(#code)
        })
    }

    fn op(&mut self, code: char, argument: &str) {
        self.code.push(code);
        self.code.push_str(argument);
    }

    /// Adds a message that the renderer looks up.
    fn message(&mut self, code: char, message: Message) {
        self.op(code, &message.id);
        self.messages = Some(message.function);
    }

    fn node(&mut self, node: &Node<Infallible>, surroundings: Surroundings) -> Result<()> {
        match node {
            Node::Element(element) if !is_component(element) => self.element(element, surroundings),
            Node::Text(text) => {
                self.op('\x05', &text.value_string());
                Ok(())
            }
            Node::Comment(_) => Ok(()),
            Node::Fragment(fragment) => {
                fragment.children.iter().try_for_each(|node| self.node(node, surroundings))
            }
            node => {
                if let Some(message) = Message::of_node(node) {
                    self.message('\x11', message);
                    return Ok(());
                }
                let Some(child) = dynamic(node)? else {
                    return Err(Error::new(node.span(), "text must be quoted"));
                };
                self.op('\x07', "");
                self.slots.push(quote!(child(#child)));
                Ok(())
            }
        }
    }

    fn element(
        &mut self,
        element: &NodeElement<Infallible>,
        surroundings: Surroundings,
    ) -> Result<()> {
        let tag = element.name().to_string().replace(' ', "");
        let is_svg = surroundings.is_svg(&tag, element.name().span())?;
        self.op(if is_svg { '\x02' } else { '\x01' }, &tag);
        for attribute in element.attributes() {
            self.attribute(keyed(attribute)?)?;
        }
        let inside = Surroundings::inside(&tag, is_svg);
        for child in &element.children {
            self.node(child, inside)?;
        }
        self.op('\x06', "");
        Ok(())
    }

    fn attribute(&mut self, attribute: &KeyedAttribute) -> Result<()> {
        let key = attribute.key.to_string().replace(' ', "");
        let Some(value) = attribute.value() else {
            self.constant(&key, "");
            return Ok(());
        };
        let (code, name) = match key.split_once(':') {
            Some(("on", name)) => {
                let handler = Ident::new(name, last_span(&attribute.key));
                self.op('\x0f', name);
                self.slots.push(quote!(handler(::bosworth_view::event::#handler(#value))));
                return Ok(());
            }
            Some(("class", name)) => ('\x0b', name),
            Some(("style", name)) => ('\x0c', name),
            Some(("prop", name)) => ('\x0e', name),
            Some(_) => {
                return Err(Error::new(
                    attribute.key.span(),
                    "expected `class`, `style`, `prop` or `on`",
                ));
            }
            None if key == "node_ref" => {
                self.op('\x10', "");
                self.slots.push(quote!(node(#value.element())));
                return Ok(());
            }
            None => match text(attribute) {
                Some(text) => {
                    self.constant(&key, &text);
                    return Ok(());
                }
                None => ('\x08', key.as_str()),
            },
        };
        if code == '\x08'
            && let Some(message) = Message::of(value)
        {
            self.op('\x03', name);
            self.message('\x12', message);
            return Ok(());
        }
        let value = match value {
            Expr::Block(value) if value.label.is_none() => braceless(&value.block),
            value => quote!(#value),
        };
        self.op(code, name);
        self.slots.push(quote!(attribute(#value)));
        Ok(())
    }

    fn constant(&mut self, name: &str, value: &str) {
        self.op('\x03', name);
        self.op('\x04', value);
    }
}

/// A call `tr("id")`. It takes more code than all else in most templates, so they contain the id instead.
struct Message {
    id: String,
    function: ExprPath,
}

impl Message {
    fn of(expression: &Expr) -> Option<Self> {
        let Expr::Call(call) = expression else { return None };
        let Expr::Path(function) = &*call.func else { return None };
        let mut arguments = call.args.iter();
        let (Some(Expr::Lit(ExprLit { lit: Lit::Str(id), .. })), None) =
            (arguments.next(), arguments.next())
        else {
            return None;
        };
        let is_tr = function.path.is_ident("tr");
        is_tr.then(|| Self { id: id.value(), function: function.clone() })
    }

    fn of_node(node: &Node<Infallible>) -> Option<Self> {
        let Node::Block(block) = node else { return None };
        match block.try_block()?.stmts.as_slice() {
            [Stmt::Expr(expression, None)] => Self::of(expression),
            _ => None,
        }
    }
}

/// The text of a literal; `true` is a boolean attribute, not a text.
fn text(attribute: &KeyedAttribute) -> Option<String> {
    let text = attribute.value_literal_string()?;
    (text != "true" && text != "false").then_some(text)
}

/// The place of the last part of a name, such as `click` in `on:click`.
fn last_span(name: &NodeName) -> Span {
    name.to_token_stream().into_iter().last().map_or_else(Span::call_site, |part| part.span())
}

/// The expression in a block, without the braces if it is the only statement.
fn expression(block: &NodeBlock) -> TokenStream {
    block.try_block().map_or_else(|| quote!(#block), braceless)
}

fn braceless(block: &Block) -> TokenStream {
    if let [Stmt::Expr(expression, None)] = block.stmts.as_slice() {
        return quote!(#expression);
    }
    quote!(#block)
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenTree;

    use super::*;

    /// The columns of all occurrences of a name.
    fn columns(tokens: TokenStream, name: &str) -> Vec<usize> {
        let columns = tokens.into_iter().flat_map(|token| match token {
            TokenTree::Group(group) => columns(group.stream(), name),
            TokenTree::Ident(ident) if ident == name => vec![ident.span().start().column],
            _ => Vec::new(),
        });
        columns.collect()
    }

    /// The compiler reports unknown names and wrong types where these tokens are.
    #[test]
    fn expanded_names_and_expressions_keep_their_places_in_the_markup() {
        for (markup, name) in [
            ("<p on:clik=press></p>", "clik"),
            ("<p on:clik=press></p>", "press"),
            ("<p title=wrong></p>", "wrong"),
            ("<p>{wrong}</p>", "wrong"),
            ("<p>{wrong.len()}\"text\"</p>", "wrong"),
            ("<div><Rosse count=1/></div>", "Rosse"),
            ("<Roses count=1 colour=2/>", "colour"),
            ("<Roses count=wrong/>", "wrong"),
            // The end of the builder, where a missing argument is reported.
            ("<div><Roses count=1/></div>", "build"),
        ] {
            let place = if name == "build" { "Roses" } else { name };
            let expected = markup.find(place).expect("it is in the markup");
            let expanded = expand(markup.parse().expect("tokens")).expect("valid markup");
            let found = columns(expanded, name);
            assert!(!found.is_empty(), "{markup} loses {name}");
            assert!(
                found.iter().all(|column| *column == expected),
                "{name} in {markup}: {found:?}"
            );
        }
    }
}
