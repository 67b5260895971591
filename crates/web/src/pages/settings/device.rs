//! The devices of an account that receive push notifications.

use bosworth_protocol::{PushDevice, PushKeys, PushRequest};
use bosworth_view::prelude::*;
use serde::Deserialize;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::ServiceWorkerRegistration;
use web_sys::{PushManager, PushSubscription, PushSubscriptionOptionsInit};

use super::notifications::NotificationsPanel;
use crate::browser;
use crate::language::{texts, tr};
use crate::online::api::{self, RequestError};
use crate::parts::{button, group, paragraph, subtitle};

/// The local storage key for the id of this device.
const DEVICE_KEY: &str = "bosworth-device";

/// Why this device cannot receive push notifications.
enum NoPush {
    /// The user or the browser refused.
    Refused,
    /// The server refused.
    RequestError(RequestError),
}

/// A push subscription, as browsers serialise it.
#[derive(Deserialize)]
struct SerialisedSubscription {
    endpoint: String,
    keys: PushKeys,
}

/// Whether this browser supports push notifications: only over https, and not in every private
/// window.
pub(super) fn can_push() -> bool {
    let has = |owner: &JsValue, name: &str| js_sys::Reflect::has(owner, &name.into());
    let window = browser::window();
    has(&window, "PushManager").unwrap_or(false)
        && has(&window.navigator(), "serviceWorker").unwrap_or(false)
}

fn own_id() -> Option<String> {
    browser::storage()?.get_item(DEVICE_KEY).ok()?
}

fn keep_own_id(id: Option<&str>) {
    let Some(storage) = browser::storage() else { return };
    let _ = match id {
        Some(id) => storage.set_item(DEVICE_KEY, id),
        None => storage.remove_item(DEVICE_KEY),
    };
}

async fn manager() -> Result<PushManager, JsValue> {
    let ready = browser::window().navigator().service_worker().ready()?;
    let worker: ServiceWorkerRegistration = JsFuture::from(ready).await?.unchecked_into();
    worker.push_manager()
}

/// Subscribes this browser, which asks the user for permission.
async fn subscribe(key: &str) -> Result<SerialisedSubscription, JsValue> {
    let options = PushSubscriptionOptionsInit::new();
    options.set_user_visible_only(true);
    options.set_application_server_key(&key.into());
    let manager = manager().await?;
    let asked = manager.subscribe_with_options(&options)?;
    let subscription = JsFuture::from(asked).await?;
    let text: String = js_sys::JSON::stringify(&subscription)?.into();
    bosworth_json::from_str(&text).map_err(|why| why.to_string().into())
}

async fn unsubscribe() -> Result<(), JsValue> {
    let found = JsFuture::from(manager().await?.get_subscription()?).await?;
    if let Ok(subscription) = found.dyn_into::<PushSubscription>() {
        JsFuture::from(subscription.unsubscribe()?).await?;
    }
    Ok(())
}

async fn register(key: &str) -> Result<PushDevice, NoPush> {
    let said = subscribe(key).await.map_err(|_| NoPush::Refused)?;
    let language = Some(texts().language().code().to_owned());
    let request = PushRequest { endpoint: said.endpoint, keys: said.keys, language };
    let device: PushDevice =
        api::post("api/me/push", &request).await.map_err(NoPush::RequestError)?;
    keep_own_id(Some(&device.id));
    Ok(device)
}

/// The list of devices, and the button that adds this one.
pub(super) fn devices(panel: NotificationsPanel, key: String) -> View {
    let add = move || {
        let key = key.clone();
        panel.lifetime.spawn(async move {
            let added = register(&key).await;
            panel.app().toast(match added {
                Ok(device) => {
                    panel.devices.update(|devices| {
                        devices.retain(|other| other.id != device.id);
                        devices.push(device);
                    });
                    tr("device-added")
                }
                Err(NoPush::Refused) => tr("device-blocked"),
                Err(NoPush::RequestError(fault)) => fault.text(),
            });
        });
    };
    let known = move || {
        let own = own_id();
        panel.devices.with(|devices| devices.iter().any(|device| Some(&device.id) == own.as_ref()))
    };
    let list = move || {
        let row = |device: PushDevice| row(panel, device);
        panel.devices.get().into_iter().map(row).collect_view()
    };
    let add = move || {
        let add = add.clone();
        let offer = || {
            if can_push() {
                button("device-add", "primary", tr("device-add"), add)
            } else {
                paragraph("note", "device-unable", tr("device-unable"))
            }
        };
        (!known()).then(offer)
    };
    group(
        "",
        vec![
            subtitle(tr("devices-title")),
            view! { <ul class="rows" id="devices">{list}</ul> },
            view! { {add} },
        ],
    )
}

fn row(panel: NotificationsPanel, device: PushDevice) -> View {
    let own = own_id().as_ref() == Some(&device.id);
    let since = browser::date_and_time(device.created as f64, texts().language().code());
    let name = if own { tr("device-own") } else { short(&device.agent) };
    let id = device.id.clone();
    let remove = move || {
        let id = id.clone();
        panel.lifetime.spawn(async move {
            if own {
                // Even if this fails, the server stops sending.
                let _ = unsubscribe().await;
                keep_own_id(None);
            }
            match api::delete(&format!("api/me/push/{}", api::part(&id))).await {
                Ok(()) => panel.devices.update(|devices| devices.retain(|one| one.id != id)),
                Err(fault) => panel.app().toast(fault.text()),
            }
        });
    };
    view! {
        <li>
            <span>{name}" "<small class="note">{since}</small></span>
            {button("", "device-remove", tr("device-remove"), remove)}
        </li>
    }
}

/// The browser and operating system of a user agent string.
fn short(agent: &str) -> String {
    let named = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    let browser = named(&[
        ("Firefox", "Firefox"),
        ("Edg", "Edge"),
        ("OPR", "Opera"),
        ("Chrome", "Chrome"),
        ("Safari", "Safari"),
    ]);
    let system = named(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Windows", "Windows"),
        ("Mac OS", "macOS"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(name), None) | (None, Some(name)) => name.into(),
        (None, None) => agent.chars().take(40).collect(),
    }
}
