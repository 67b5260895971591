use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use async_nats::jetstream::{self, AckKind, Message};
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use super::{EngineJob, EngineSolution, JobConsumer};
use crate::bus::{NatsBus, NatsError};

const TASK_STREAM: &str = "BOSWORTH_TASKS";
const TASK_SUBJECT: &str = "bosworth.tasks";
const SOLUTION_SUBJECT: &str = "bosworth.solutions";
/// Acknowledgement deadline: without a progress report, a job is redelivered to another worker.
const ACK_WAIT: Duration = Duration::from_secs(3);
/// How long a worker waits for a job before it pulls again. A restarted NATS has forgotten the pull
/// requests, so workers can be idle for this long afterwards.
const PULL_TIMEOUT: Duration = Duration::from_secs(2);

fn wrong(why: impl std::fmt::Display) -> NatsError {
    NatsError(why.to_string())
}

async fn stream(
    bus: &NatsBus,
) -> Result<(jetstream::Context, jetstream::stream::Stream), NatsError> {
    let context = jetstream::new(bus.client().clone());
    let config = Config {
        name: TASK_STREAM.into(),
        subjects: vec![TASK_SUBJECT.into()],
        retention: RetentionPolicy::WorkQueue,
        // Stale jobs are useless.
        max_age: Duration::from_secs(600),
        ..Config::default()
    };
    let stream = context.get_or_create_stream(config).await.map_err(wrong)?;
    Ok((context, stream))
}

/// Publishes jobs and receives solutions. Nodes form a queue group: each solution is delivered to
/// one of them.
pub(super) async fn distribute(
    requested: &JobConsumer,
    bus: &NatsBus,
    answer: &(impl Fn(EngineSolution) + Send + Sync + 'static),
) -> Result<(), NatsError> {
    let (context, _) = stream(bus).await?;
    let solved = bus.client().queue_subscribe(SOLUTION_SUBJECT, "nodes".into()).await;
    let mut solved = solved.map_err(wrong)?;
    let mut published = FuturesUnordered::new();
    loop {
        tokio::select! {
            task = requested.0.take_for_worker() => {
                let game = task.game;
                let Ok(text) = serde_json::to_vec(&task) else { continue };
                match context.publish(TASK_SUBJECT, text.into()).await {
                    Ok(stored) => published.push(async move { (game, stored.await) }),
                    Err(why) => {
                        tracing::warn!(%why, "cannot publish an engine job");
                        // The sweep resubmits it.
                        requested.0.position_changed(game);
                    }
                }
            }
            Some((game, stored)) = published.next() => {
                // Without the stream, which NATS may have lost with its storage, nobody stores jobs.
                if let Err(why) = stored {
                    requested.0.position_changed(game);
                    return Err(wrong(why));
                }
            }
            message = solved.next() => {
                let Some(message) = message else { return Ok(()) };
                match serde_json::from_slice::<EngineSolution>(&message.payload) {
                    Ok(solution) => {
                        requested.0.position_changed(solution.game);
                        answer(solution);
                    }
                    Err(why) => tracing::warn!(%why, "cannot parse a solution"),
                }
            }
        }
    }
}

/// Runs a worker: pulls jobs and solves them until `stop` resolves.
///
/// A job is only pulled when a thread is free, so that none waits here while another worker is
/// idle.
pub async fn work(
    bus: NatsBus,
    threads: usize,
    stop: impl Future<Output = ()>,
) -> Result<(), NatsError> {
    let mut consumer = consumer(&bus).await?;
    let room = Arc::new(Semaphore::new(threads.max(1)));
    let taking = async {
        while let Ok(permit) = room.clone().acquire_owned().await {
            let message = take(&bus, &mut consumer).await;
            let client = bus.client().clone();
            tokio::spawn(async move {
                if let Err(why) = solve(&client, &message).await {
                    tracing::warn!(%why, "a job was not finished; it will be redelivered");
                }
                drop(permit);
            });
        }
    };
    tokio::select! {
        () = stop => {}
        () = taking => {}
    }
    // Graceful shutdown: jobs in progress are finished.
    let _ = room.acquire_many(threads.max(1) as u32).await;
    Ok(())
}

/// Creates the consumer that all workers share, and its stream, unless they exist.
async fn consumer(bus: &NatsBus) -> Result<PullConsumer, NatsError> {
    let (_, stream) = stream(bus).await?;
    let config = pull::Config {
        durable_name: Some("workers".into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: ACK_WAIT,
        ..pull::Config::default()
    };
    stream.create_consumer(config).await.map_err(wrong)
}

/// Waits for the next job.
async fn take(bus: &NatsBus, shared: &mut PullConsumer) -> Message {
    loop {
        let requested = async {
            let batch = shared.batch().max_messages(1).expires(PULL_TIMEOUT);
            batch.messages().await.map_err(wrong)?.next().await.transpose().map_err(wrong)
        };
        match timeout(PULL_TIMEOUT + Duration::from_secs(1), requested).await {
            Ok(Ok(Some(message))) => return message,
            Ok(Ok(None)) => {}
            failed => {
                let why = failed.ok().and_then(Result::err).map(tracing::field::display);
                tracing::warn!(why, "waiting for NATS");
                sleep(Duration::from_secs(1)).await;
                // NATS may have lost it with its storage.
                if let Ok(Ok(created)) = timeout(PULL_TIMEOUT, consumer(bus)).await {
                    *shared = created;
                }
            }
        }
    }
}

/// Solves a job and acknowledges it. Until then, progress reports extend the deadline.
async fn solve(client: &async_nats::Client, message: &Message) -> Result<(), NatsError> {
    let task: Option<EngineJob> = serde_json::from_slice(&message.payload).ok();
    let solving = tokio::task::spawn_blocking(move || task.and_then(|task| task.solve()));
    tokio::pin!(solving);
    let solution = loop {
        tokio::select! {
            solution = &mut solving => break solution.map_err(wrong)?,
            () = sleep(ACK_WAIT / 3) => {
                message.ack_with(AckKind::Progress).await.map_err(wrong)?;
            }
        }
    };
    if let Some(solution) = solution {
        let text = serde_json::to_vec(&solution).map_err(wrong)?;
        client.publish(SOLUTION_SUBJECT, text.into()).await.map_err(wrong)?;
    }
    message.ack().await.map_err(wrong)
}
