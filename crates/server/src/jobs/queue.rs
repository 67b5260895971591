use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream;
use async_nats::jetstream::consumer::{AckPolicy, pull};
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use futures_util::StreamExt;
use tokio::sync::Semaphore;

use super::{Asked, Solution, Task};
use crate::bus::{NatsBus, NatsError};

const STREAM: &str = "BOSWORTH_TASKS";
const TASKS: &str = "bosworth.tasks";
const SOLUTIONS: &str = "bosworth.solutions";
/// How long a worker may take before another one gets the task.
const PATIENCE: Duration = Duration::from_secs(60);

fn wrong(why: impl std::fmt::Display) -> NatsError {
    NatsError(why.to_string())
}

async fn stream(
    bus: &NatsBus,
) -> Result<(jetstream::Context, jetstream::stream::Stream), NatsError> {
    let context = jetstream::new(bus.client().clone());
    let config = Config {
        name: STREAM.into(),
        subjects: vec![TASKS.into()],
        retention: RetentionPolicy::WorkQueue,
        // A task of yesterday helps nobody.
        max_age: Duration::from_secs(600),
        ..Config::default()
    };
    let stream = context.get_or_create_stream(config).await.map_err(wrong)?;
    Ok((context, stream))
}

/// Puts tasks into the queue and hands solutions on. One node of all hears each solution.
pub(super) async fn distribute(
    mut asked: Asked,
    bus: NatsBus,
    answer: impl Fn(Solution) + Send + 'static,
) -> Result<(), NatsError> {
    let (context, _) = stream(&bus).await?;
    let solved = bus.client().queue_subscribe(SOLUTIONS, "nodes".into()).await;
    let mut solved = solved.map_err(wrong)?;
    loop {
        tokio::select! {
            task = asked.tasks.recv() => {
                let Some(task) = task else { return Ok(()) };
                // Asked again by the sweep if it gets lost.
                Asked::done(&asked.pending, task.game, task.ply);
                let Ok(text) = serde_json::to_vec(&task) else { continue };
                if let Err(why) = context.publish(TASKS, text.into()).await {
                    tracing::warn!(%why, "a task for the computer was not sent");
                }
            }
            message = solved.next() => {
                let Some(message) = message else { return Ok(()) };
                match serde_json::from_slice(&message.payload) {
                    Ok(solution) => answer(solution),
                    Err(why) => tracing::warn!(%why, "a solution cannot be read"),
                }
            }
        }
    }
}

/// Takes tasks from the queue and solves them, until `stop`.
pub async fn work(
    bus: NatsBus,
    threads: usize,
    stop: impl Future<Output = ()>,
) -> Result<(), NatsError> {
    let (_, stream) = stream(&bus).await?;
    let config = pull::Config {
        durable_name: Some("workers".into()),
        ack_policy: AckPolicy::Explicit,
        ack_wait: PATIENCE,
        ..pull::Config::default()
    };
    let consumer = stream.get_or_create_consumer("workers", config).await.map_err(wrong)?;
    let mut tasks =
        consumer.stream().max_messages_per_batch(threads.max(1)).messages().await.map_err(wrong)?;
    let room = Arc::new(Semaphore::new(threads.max(1)));
    tokio::pin!(stop);
    loop {
        let message = tokio::select! {
            () = &mut stop => break,
            message = tasks.next() => match message {
                Some(Ok(message)) => message,
                Some(Err(why)) => {
                    tracing::warn!(%why, "waiting for NATS");
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    continue;
                }
                None => break,
            },
        };
        let Ok(permit) = room.clone().acquire_owned().await else { break };
        let client = bus.client().clone();
        tokio::spawn(async move {
            let task: Option<Task> = serde_json::from_slice(&message.payload).ok();
            let solved = tokio::task::spawn_blocking(move || task.and_then(|task| task.solve()));
            if let Ok(Some(solution)) = solved.await
                && let Ok(text) = serde_json::to_vec(&solution)
                && let Err(why) = client.publish(SOLUTIONS, text.into()).await
            {
                tracing::warn!(%why, "a solution was not sent");
                return;
            }
            if let Err(why) = message.ack().await {
                tracing::warn!(%why, "a task was not acknowledged; somebody else will do it");
            }
            drop(permit);
        });
    }
    // What is begun is finished.
    let _ = room.acquire_many(threads.max(1) as u32).await;
    Ok(())
}
