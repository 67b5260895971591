//! Traces for an OpenTelemetry collector: OTLP over HTTP, in protobuf.
//!
//! Spans wait in a bounded queue, and a separate thread sends them in batches. A collector that is
//! unavailable, slow or broken costs spans, never requests: spans that do not fit into the queue or
//! are not accepted at the first attempt are dropped.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bosworth_server::trace::TARGET;
use opentelemetry::KeyValue;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{
    Protocol, RetryPolicy, SpanExporter as Otlp, WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{SdkTracerProvider, SpanData, SpanExporter};
use reqwest::Url;
use reqwest::redirect::Policy;
use tokio::runtime::{self, Runtime};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::{Layer, Registry};

/// Timeout of a request with a batch of spans.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);
/// Timeout for the last batches when the server stops.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(3);
/// Maximum length of a response in bytes. The response to an accepted batch is almost empty.
const MAX_RESPONSE_BYTES: usize = 64 * 1024;

/// The configured collector.
#[derive(Clone, Debug)]
pub(crate) struct Collector(Url);

impl std::str::FromStr for Collector {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let mut url: Url = text.parse().context("not a valid collector URL")?;
        if !matches!(url.scheme(), "http" | "https") {
            bail!("a collector URL starts with http:// or https://");
        }
        if !url.username().is_empty() || url.password().is_some() {
            bail!("put the collector's password into OTEL_EXPORTER_OTLP_HEADERS");
        }
        // Like OTEL_EXPORTER_OTLP_ENDPOINT: without the path of the signal.
        let path = format!("{}/v1/traces", url.path().trim_end_matches('/'));
        url.set_path(&path);
        Ok(Self(url))
    }
}

impl Collector {
    /// Starts sending traces.
    pub(crate) fn start(&self) -> Result<Traces> {
        let exporter = Otlp::builder()
            .with_http()
            .with_http_client(BatchSender::new()?)
            .with_protocol(Protocol::HttpBinary)
            .with_endpoint(self.0.as_str())
            .with_timeout(EXPORT_TIMEOUT)
            .with_retry_policy(RetryPolicy::disabled())
            .build()
            .context("cannot send traces")?;
        let version = KeyValue::new("service.version", env!("CARGO_PKG_VERSION"));
        let resource =
            Resource::builder().with_service_name("bosworth").with_attribute(version).build();
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(LossReportingExporter { exporter, lost: AtomicU64::new(0) })
            .with_resource(resource)
            .build();
        Ok(Traces(provider))
    }
}

/// Traces that are being sent.
pub(crate) struct Traces(SdkTracerProvider);

impl Traces {
    /// The layer that exports spans. Events are left out, because they name people and addresses.
    pub(crate) fn layer(&self) -> Box<dyn Layer<Registry> + Send + Sync> {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("bosworth"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_context_activation(false)
            .with_filter(Targets::new().with_target(TARGET, LevelFilter::INFO))
            .boxed()
    }

    /// Sends the remaining spans, within a few seconds.
    pub(crate) fn finish(self) {
        // The SDK has already logged what could not be sent in time.
        let _ = self.0.shutdown_with_timeout(FLUSH_TIMEOUT);
    }
}

/// Counts the spans that are lost, and reports the first and the last of a series of failures
/// rather than each.
#[derive(Debug)]
struct LossReportingExporter {
    exporter: Otlp,
    /// The spans lost since a batch was accepted.
    lost: AtomicU64,
}

impl SpanExporter for LossReportingExporter {
    async fn export(&self, batch: Vec<SpanData>) -> OTelSdkResult {
        let spans = batch.len() as u64;
        match self.exporter.export(batch).await {
            Ok(()) => {
                let lost = self.lost.swap(0, Ordering::Relaxed);
                if lost > 0 {
                    tracing::warn!(lost, "the collector accepts traces again");
                }
            }
            Err(why) => {
                if self.lost.fetch_add(spans, Ordering::Relaxed) == 0 {
                    tracing::warn!(%why, "the collector does not accept traces; dropping them");
                }
            }
        }
        Ok(())
    }

    fn shutdown(&self) -> OTelSdkResult {
        let lost = self.lost.load(Ordering::Relaxed);
        if lost > 0 {
            tracing::warn!(lost, "the collector did not accept the last traces");
        }
        self.exporter.shutdown()
    }

    fn set_resource(&mut self, resource: &Resource) {
        self.exporter.set_resource(resource);
    }
}

/// Sends batches on the calling thread. It has its own runtime, since the exporter's thread has
/// none and the server's is gone when the last batch is sent.
#[derive(Debug)]
struct BatchSender {
    client: reqwest::Client,
    runtime: Runtime,
}

impl BatchSender {
    fn new() -> Result<Self> {
        let client = reqwest::Client::builder()
            .redirect(Policy::none())
            .timeout(EXPORT_TIMEOUT)
            // Between two batches nothing drives an idle connection.
            .pool_max_idle_per_host(0)
            .build()
            .context("cannot send traces")?;
        let runtime = runtime::Builder::new_current_thread().enable_all().build();
        Ok(Self { client, runtime: runtime.context("cannot send traces")? })
    }

    async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let mut response = self.client.execute(request.try_into()?).await?;
        let mut body = Vec::new();
        while let Some(chunk) = response.chunk().await? {
            if body.len() + chunk.len() > MAX_RESPONSE_BYTES {
                return Err("the response is too long".into());
            }
            body.extend_from_slice(&chunk);
        }
        let mut answer = Response::new(body.into());
        *answer.status_mut() = response.status();
        Ok(answer)
    }
}

#[async_trait::async_trait]
impl HttpClient for BatchSender {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        self.runtime.block_on(self.send(request)).inspect_err(|why| {
            tracing::debug!(%why, "a batch of spans was not sent");
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Collector;

    #[test]
    fn the_signal_path_is_appended_to_the_collector_url() {
        for (given, expected) in [
            ("http://localhost:4318", "http://localhost:4318/v1/traces"),
            ("http://localhost:4318/", "http://localhost:4318/v1/traces"),
            ("https://example.org/otlp", "https://example.org/otlp/v1/traces"),
        ] {
            assert_eq!(given.parse::<Collector>().expect(given).0.as_str(), expected);
        }
        for bad in ["localhost:4318", "", "nats://localhost", "http://", "http://u:p@localhost"] {
            assert!(bad.parse::<Collector>().is_err(), "{bad:?}");
        }
    }
}
