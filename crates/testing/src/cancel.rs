use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// Polls a future so many times and drops it then, unless it is ready before. Says whether it was.
///
/// With every number from 1 on, that is cancellation at every await.
pub async fn is_ready_within(polls: usize, future: impl Future) -> bool {
    let mut future = pin!(future);
    let mut count = 0;
    poll_fn(|cx| {
        count += 1;
        match future.as_mut().poll(cx) {
            Poll::Ready(_) => Poll::Ready(true),
            Poll::Pending if count >= polls => Poll::Ready(false),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}
