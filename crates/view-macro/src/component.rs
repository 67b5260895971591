//! Expands components to functions with named arguments.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, FnArg, Ident, ItemFn, Pat, PatType, Result, Token, Type};

pub(crate) fn expand(function: TokenStream) -> Result<TokenStream> {
    let ItemFn { attrs, vis, sig, block, .. } = syn::parse2(function)?;
    let name = &sig.ident;
    let props = format_ident!("{name}Props");
    let builder = format_ident!("{props}Builder");
    let (head, types, bounds) = sig.generics.split_for_impl();
    let arguments = sig.inputs.iter().map(argument).collect::<Result<Vec<_>>>()?;
    let fields = arguments.iter().map(|(field, _)| field);
    let names = arguments.iter().map(|(_, name)| name);
    let doc = format!("The arguments of [`{name}`].");
    Ok(quote! {
        #[doc = #doc]
        #[derive(::bosworth_view::expansion::TypedBuilder)]
        #[builder(crate_module_path = ::bosworth_view::expansion::typed_builder)]
        #[allow(missing_debug_implementations)]
        #vis struct #props #head #bounds {
            #(#fields,)*
        }

        impl #head ::bosworth_view::expansion::Props for #props #types #bounds {
            type Builder = #builder #types;

            fn builder() -> Self::Builder {
                Self::builder()
            }
        }

        #(#attrs)*
        #[allow(non_snake_case, clippy::needless_pass_by_value)]
        #vis fn #name #head (props: #props #types) -> ::bosworth_view::View #bounds {
            let #props { #(#names),* } = props;
            ::bosworth_view::reactive::untrack(move || {
                ::bosworth_view::IntoView::into_view(#block)
            })
        }
    })
}

/// The field of an argument, and its name.
fn argument(argument: &FnArg) -> Result<(TokenStream, Ident)> {
    let FnArg::Typed(PatType { attrs, pat, ty, .. }) = argument else {
        return Err(Error::new_spanned(argument, "components take no `self`"));
    };
    let Pat::Ident(name) = &**pat else {
        return Err(Error::new_spanned(pat, "arguments need a name"));
    };
    let name = name.ident.clone();
    let mut docs = Vec::new();
    let (mut into, mut optional) = (name == "children", false);
    for attribute in attrs {
        if attribute.path().is_ident("prop") {
            for option in options(attribute)? {
                match option.to_string().as_str() {
                    "into" => into = true,
                    "optional" => optional = true,
                    _ => return Err(Error::new_spanned(option, "expected `into` or `optional`")),
                }
            }
        } else {
            docs.push(attribute);
        }
    }
    let strip = (optional && is_option(ty)).then(|| quote!(strip_option,));
    let into = into.then(|| quote!(into,));
    let default = optional.then(|| quote!(default,));
    let field = quote! {
        #(#docs)*
        #[builder(#default setter(#strip #into))]
        #name: #ty
    };
    Ok((field, name))
}

fn is_option(kind: &Type) -> bool {
    let Type::Path(kind) = kind else { return false };
    kind.path.segments.last().is_some_and(|last| last.ident == "Option")
}

fn options(attribute: &Attribute) -> Result<Punctuated<Ident, Token![,]>> {
    attribute.parse_args_with(Punctuated::parse_terminated)
}
