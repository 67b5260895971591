use std::fs;

use anyhow::{Result, ensure};

/// Checks that this machine can provide so much memory: a search that allocates more would end the
/// program.
pub(crate) fn check(mebibytes: usize) -> Result<()> {
    let bytes = mebibytes.checked_mul(1 << 20);
    let refused = bytes.is_none_or(|bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_err());
    let available = available();
    let too_much = available.is_some_and(|available| mebibytes > available);
    ensure!(
        !refused && !too_much,
        "this machine cannot provide {mebibytes} MiB of memory{}",
        available.map_or(String::new(), |available| format!("; {available} MiB are available"))
    );
    Ok(())
}

/// The available memory in MiB, where the system says it (Linux). Elsewhere only the allocation is
/// tried.
fn available() -> Option<usize> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.trim().strip_suffix(" kB")?.parse().ok()?;
    Some(kibibytes >> 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_no_machine_has_is_refused() {
        assert!(check(1).is_ok());
        let refusal = check(1 << 34).expect_err("16 PiB").to_string();
        assert!(refusal.starts_with("this machine cannot provide 17179869184 MiB"), "{refusal}");
        assert!(check(usize::MAX).is_err());
    }
}
