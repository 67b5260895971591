use bosworth_protocol::{AccountKind, LANGUAGES};
use bosworth_table::AccountId;

use super::{AdminError, Administrator, PlannedChange};
use crate::auth::account_name::Name;
use crate::auth::password::Password;
use crate::auth::password_hashers::HashersBusy;
use crate::auth::secret;
use crate::notifications::is_mail_address;
use crate::store::{AdminChange, MailAddress, NewAccount};

impl Administrator<'_> {
    /// Checks that a person can be created with this name and address.
    pub async fn check_person(
        &self,
        name: &str,
        mail: Option<&str>,
        language: Option<&str>,
    ) -> Result<(), AdminError> {
        let name: Name = name.parse().map_err(AdminError::Name)?;
        if mail.is_some_and(|mail| !is_mail_address(mail)) {
            return Err(AdminError::OutOfBounds("not an email address that mail can reach"));
        }
        if language.is_some_and(|language| !LANGUAGES.contains(&language)) {
            return Err(AdminError::OutOfBounds("not a supported language; use en, de or fr"));
        }
        match self.store.account_by_name(&name.key()).await? {
            Some(_) => Err(AdminError::NotApplicable("the name is taken")),
            None => Ok(()),
        }
    }

    pub(super) async fn person(
        &self,
        name: &str,
        mail: Option<&str>,
        language: Option<&str>,
    ) -> Result<PlannedChange, AdminError> {
        let mail = mail.map(str::trim);
        self.check_person(name, mail, language).await?;
        let name: Name = name.parse().map_err(AdminError::Name)?;
        // With a link, the owner of the address chooses the password.
        let phrase = mail.is_none().then(secret::phrase);
        let password = match &phrase {
            Some(phrase) => {
                let chosen = Password::choose(phrase.clone(), name.as_str());
                let chosen = chosen.map_err(AdminError::Password)?;
                let hash = self.password_hashers.hash(chosen).await;
                Some(hash.map_err(|HashersBusy| AdminError::Busy)?)
            }
            None => None,
        };
        let person = NewAccount {
            id: AccountId::from_random(secret::number()),
            name: name.as_str().into(),
            name_key: name.key(),
            kind: AccountKind::Person,
            created: self.now,
            language: language.map(str::to_owned),
            owner: None,
            password,
        };
        let mail = mail.map(|address| MailAddress {
            account: person.id,
            address: address.into(),
            language: language.map(str::to_owned),
            created: self.now,
            confirmed: None,
        });
        let (id, detail) = (person.id, person.name.clone());
        let mut planned = PlannedChange {
            account: Some(id),
            ..PlannedChange::new(AdminChange::Person(person, mail), detail, "account not found")
        };
        planned.answer.password = phrase;
        Ok(planned)
    }
}
