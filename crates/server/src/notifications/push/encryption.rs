//! Encryption of push messages: RFC 8291 with the content encoding of RFC 8188.
//!
//! It uses *ring*, like TLS, so that the program contains only one cryptography library. The tests
//! decrypt with another implementation.

use ring::aead::{self, AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::hkdf::{self, HKDF_SHA256, Salt};
use ring::rand::{SecureRandom, SystemRandom};

/// The size of the only record; our messages are far shorter.
const RECORD_BYTES: u32 = 4096;
/// The length of an uncompressed point of P-256.
pub(super) const PUBLIC_KEY_BYTES: usize = 65;
/// The length of the secret that a browser shares with the server.
pub(super) const AUTH_SECRET_BYTES: usize = 16;
/// The maximum length of a message: the record minus delimiter and tag.
pub(super) const MAX_PLAINTEXT_BYTES: usize = RECORD_BYTES as usize - 17 - 86;

/// The message is too long, or the key of the device is not a point on the curve.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct EncryptionError;

impl From<ring::error::Unspecified> for EncryptionError {
    fn from(_: ring::error::Unspecified) -> Self {
        Self
    }
}

/// The length of a derived key, as *ring* needs it.
#[derive(Clone, Copy)]
struct Length(usize);

impl hkdf::KeyType for Length {
    fn len(&self) -> usize {
        self.0
    }
}

fn derive<const N: usize>(
    salt: &[u8],
    secret: &[u8],
    info: &[&[u8]],
) -> Result<[u8; N], EncryptionError> {
    let mut derived = [0; N];
    let key = Salt::new(HKDF_SHA256, salt).extract(secret);
    key.expand(info, Length(N))?.fill(&mut derived)?;
    Ok(derived)
}

/// Encrypts a message to a device, with a fresh key and salt.
pub(super) fn encrypt(
    message: &[u8],
    device: &[u8; PUBLIC_KEY_BYTES],
    auth: &[u8; AUTH_SECRET_BYTES],
) -> Result<Vec<u8>, EncryptionError> {
    if message.len() > MAX_PLAINTEXT_BYTES {
        return Err(EncryptionError);
    }
    let random = SystemRandom::new();
    let mut salt = [0; 16];
    random.fill(&mut salt)?;
    let own = EphemeralPrivateKey::generate(&ECDH_P256, &random)?;
    let public = own.compute_public_key()?;
    let peer = UnparsedPublicKey::new(&ECDH_P256, device);
    let secret = agree_ephemeral(own, &peer, |shared| {
        derive::<32>(auth, shared, &[b"WebPush: info\0", device, public.as_ref()])
    })??;
    let key = derive::<16>(&salt, &secret, &[b"Content-Encoding: aes128gcm\0"])?;
    let nonce = derive::<{ aead::NONCE_LEN }>(&salt, &secret, &[b"Content-Encoding: nonce\0"])?;

    let mut record = message.to_vec();
    // The delimiter of the last record.
    record.push(2);
    let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key)?);
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::empty(), &mut record)?;

    let mut sealed = salt.to_vec();
    sealed.extend(RECORD_BYTES.to_be_bytes());
    sealed.push(PUBLIC_KEY_BYTES as u8);
    sealed.extend(public.as_ref());
    sealed.extend(record);
    Ok(sealed)
}

#[cfg(test)]
mod tests {
    use web_push_native::p256::{self, elliptic_curve::sec1::ToEncodedPoint};
    use web_push_native::{Auth, decrypt};

    use super::*;

    /// A browser's key pair, by another implementation.
    fn device(number: u8) -> (p256::SecretKey, [u8; PUBLIC_KEY_BYTES]) {
        let secret = p256::SecretKey::from_slice(&[number; 32]).expect("a scalar");
        let point = secret.public_key().to_encoded_point(false);
        (secret, point.as_bytes().try_into().expect("an uncompressed point"))
    }

    #[test]
    fn another_implementation_can_decrypt() {
        let (secret, point) = device(7);
        for length in [0, 1, 100, MAX_PLAINTEXT_BYTES] {
            let message: Vec<u8> = (0..length).map(|index| index as u8).collect();
            let sealed = encrypt(&message, &point, &[3; AUTH_SECRET_BYTES]).expect("sealed");
            assert!(sealed.len() <= 4096, "{}", sealed.len());
            let opened =
                decrypt(sealed, &secret, &Auth::from([3; AUTH_SECRET_BYTES])).expect("opened");
            assert_eq!(opened, message);
        }
    }

    #[test]
    fn other_keys_cannot_decrypt_and_ciphertexts_differ() {
        let (secret, point) = device(7);
        let one = encrypt(b"rose", &point, &[3; AUTH_SECRET_BYTES]).expect("sealed");
        assert_ne!(one, encrypt(b"rose", &point, &[3; AUTH_SECRET_BYTES]).expect("sealed"));
        assert!(decrypt(one.clone(), &device(8).0, &Auth::from([3; AUTH_SECRET_BYTES])).is_err());
        assert!(decrypt(one, &secret, &Auth::from([4; AUTH_SECRET_BYTES])).is_err());
    }

    #[test]
    fn invalid_points_and_oversized_messages_are_refused() {
        assert_eq!(
            encrypt(b"rose", &[4; PUBLIC_KEY_BYTES], &[3; AUTH_SECRET_BYTES]),
            Err(EncryptionError)
        );
        let long = vec![0; MAX_PLAINTEXT_BYTES + 1];
        assert_eq!(encrypt(&long, &device(7).1, &[3; AUTH_SECRET_BYTES]), Err(EncryptionError));
    }
}
