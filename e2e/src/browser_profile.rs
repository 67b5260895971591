use serde_json::{Value, json};

/// An emulated user environment: screen, input, language, media preferences.
///
/// The usual screens are [`BrowserProfile::desktop`] with a mouse, and two phones with touch;
/// [`BrowserProfile::screens`] are all screens that the web app supports.
#[derive(Clone, Debug)]
pub struct BrowserProfile {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) phone: bool,
    pub(crate) language: String,
    scheme: Scheme,
    reduced_motion: bool,
    forced_colours: bool,
}

/// The preferred colour scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl BrowserProfile {
    /// 1280 × 800, mouse and keyboard.
    pub fn desktop() -> Self {
        Self {
            width: 1280,
            height: 800,
            phone: false,
            language: "en".into(),
            scheme: Scheme::Light,
            reduced_motion: false,
            forced_colours: false,
        }
    }

    /// 390 × 844 with touch.
    pub fn phone() -> Self {
        Self { width: 390, height: 844, phone: true, ..Self::desktop() }
    }

    /// 360 × 640 with touch.
    pub fn small_phone() -> Self {
        Self { width: 360, height: 640, phone: true, ..Self::desktop() }
    }

    /// Every supported screen, with its name: phones in portrait and landscape, a tablet, two
    /// desktops.
    pub fn screens() -> [(&'static str, Self); 6] {
        let touch = |width, height| Self { width, height, ..Self::phone() };
        [
            ("360x640", Self::small_phone()),
            ("390x844", Self::phone()),
            ("844x390", touch(844, 390)),
            ("820x1180", touch(820, 1180)),
            ("1280x800", Self::desktop()),
            ("1920x1080", Self { width: 1920, height: 1080, ..Self::desktop() }),
        ]
    }

    /// Whether it has a touch screen.
    pub fn is_phone(&self) -> bool {
        self.phone
    }

    /// The language of the browser, such as `de` or `fr-CA`.
    pub fn language(self, language: &str) -> Self {
        Self { language: language.into(), ..self }
    }

    /// Sets the preferred colour scheme.
    pub fn scheme(self, scheme: Scheme) -> Self {
        Self { scheme, ..self }
    }

    /// Prefers reduced motion.
    pub fn reduced_motion(self) -> Self {
        Self { reduced_motion: true, ..self }
    }

    /// Uses a high-contrast theme of the system (forced colours).
    pub fn forced_colours(self) -> Self {
        Self { forced_colours: true, ..self }
    }

    /// The emulated media features.
    pub(crate) fn media(&self) -> Value {
        let scheme = match self.scheme {
            Scheme::Light => "light",
            Scheme::Dark => "dark",
        };
        let motion = if self.reduced_motion { "reduce" } else { "no-preference" };
        let forced = if self.forced_colours { "active" } else { "none" };
        json!({ "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
            { "name": "forced-colors", "value": forced },
        ] })
    }
}
