use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// Polls a future a number of times, then drops it. Returns whether it became ready.
///
/// Calling it with every number from 1 on tests cancellation at every await.
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
