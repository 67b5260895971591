//! One suite for the store, on SQLite and on a real PostgreSQL that the tests start themselves.

mod accounts;
mod administration;
mod cancellation;
mod closing;
mod copies;
mod deals;
mod faults;
pub mod fixture;
mod game_reviews;
mod games;
mod holidays;
mod leases;
mod log;
mod opening;
mod outbox;
mod ratings;
mod seeks;
mod sessions;
mod training;

use bosworth_server::store::Store;
use bosworth_testing::Postgres;
use tempfile::TempDir;

/// Two nodes that share a database.
struct Nodes {
    url: String,
    one: Store,
    other: Store,
}

impl Nodes {
    async fn open(url: &str) -> Self {
        let one = Store::open(url).await.expect("a database");
        let other = Store::open(url).await.expect("the same database");
        Self { url: url.into(), one, other }
    }

    async fn close(self) {
        self.one.close().await;
        self.other.close().await;
    }
}

/// Every test runs twice: separately on SQLite, and together on one PostgreSQL, each in its own
/// database.
macro_rules! suite {
    ($($module:ident :: $name:ident,)*) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                let folder = super::TempDir::new().expect("a folder");
                let file = folder.path().join("store.db");
                let nodes = super::Nodes::open(&format!("sqlite:{}", file.display())).await;
                super::$module::$name(&nodes).await;
                nodes.close().await;
            })*
        }

        #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
        async fn postgres() {
            let server = Postgres::start().await;
            $(
                println!("{}", stringify!($name));
                let nodes = Nodes::open(&server.url()).await;
                $module::$name(&nodes).await;
                nodes.close().await;
            )*
        }
    };
}

suite! {
    log::entries_are_read_in_order_from_any_number,
    log::a_log_longer_than_a_page_is_read_whole,
    log::one_of_many_concurrent_appends_wins,
    log::the_first_of_two_in_one_batch_wins,
    log::many_games_are_written_concurrently,
    log::an_entry_that_cannot_be_written_does_not_affect_others,
    log::an_ending_and_its_entry_are_atomic,
    log::a_rematch_and_its_agreement_are_atomic,
    log::a_closed_store_returns_an_error,
    games::a_game_is_read_back_unchanged,
    games::a_game_is_created_once,
    games::open_games_are_unfinished_games,
    games::filters_select_games,
    games::results_are_counted_for_each_player,
    games::pages_are_contiguous,
    deals::the_first_secret_of_a_deal_is_kept,
    deals::a_deal_is_closed_for_good_when_its_games_are_over,
    deals::closing_a_deal_and_opening_a_game_concurrently_refuses_one_of_them,
    deals::a_sealed_game_is_in_no_list_until_its_secret_is_revealed,
    ratings::a_game_counts_once,
    ratings::only_finished_rated_games_count,
    ratings::concurrent_games_of_a_player_lose_no_rating_change,
    ratings::the_leaderboard_has_no_provisional_ratings,
    game_reviews::games_are_reviewed_once_in_the_order_of_their_ends,
    game_reviews::only_settled_public_games_are_reviewed,
    game_reviews::a_closed_account_gets_no_rating_from_a_late_review,
    accounts::an_account_is_read_back_unchanged,
    accounts::name_keys_are_unique,
    accounts::names_that_look_alike_are_taken,
    accounts::old_names_keep_working_and_gain_skeletons,
    accounts::a_guest_becomes_a_person,
    accounts::a_closed_account_leaves_only_its_games,
    closing::a_closed_account_stays_in_no_column_without_a_reason,
    accounts::an_export_is_complete,
    accounts::the_limit_of_bots_holds_for_concurrent_requests,
    accounts::attempts_are_counted_on_all_nodes,
    sessions::a_session_lasts_until_it_expires,
    sessions::sessions_are_listed_and_revoked,
    sessions::tokens_are_listed_and_revoked,
    sessions::the_limit_of_tokens_holds_for_concurrent_requests,
    seeks::seeks_are_stored_and_found,
    seeks::seeks_of_absent_owners_are_hidden,
    seeks::one_of_many_concurrent_takers_gets_a_seek,
    cancellation::a_cancelled_future_leaves_no_transaction_open,
    seeks::the_limit_of_offers_holds_for_concurrent_requests,
    seeks::concurrent_pairings_use_every_offer_once,
    seeks::offers_of_a_dead_node_are_hidden_until_another_confirms_them,
    leases::a_lease_changes_with_every_renewal,
    leases::a_dead_node_is_buried_once_and_a_live_one_never,
    leases::players_of_dead_nodes_are_found,
    leases::open_games_are_paged_fastest_first,
    leases::entries_removed_from_a_log_are_kept,
    administration::roles_are_given_and_taken_with_a_reason,
    administration::a_change_and_its_audit_line_are_atomic,
    administration::concurrent_audit_lines_are_numbered_without_a_gap,
    administration::orders_are_pending_until_they_are_carried_out,
    administration::an_invitation_is_limited_in_uses_and_time,
    administration::reports_and_blocks_are_kept_and_bounded,
    administration::people_are_found_by_parts_of_their_names,
    training::the_parts_of_many_devices_are_all_merged,
    training::a_puzzle_is_rated_once_by_each_first_answer,
    training::an_account_answers_the_position_of_a_day_once,
    holidays::holidays_are_charged_to_the_year_they_begin_in,
    holidays::only_one_of_many_concurrent_holidays_is_taken,
    holidays::a_holiday_is_pending_until_its_current_end_is_in_all_logs,
    outbox::notifications_that_version_8_of_the_schema_stored_can_be_read,
    outbox::a_notification_of_another_version_is_left_to_it,
    outbox::a_notification_and_its_entry_are_atomic,
    outbox::a_notification_has_one_claimant_until_the_claim_expires,
    outbox::devices_are_limited_and_removed,
    outbox::a_link_works_once_and_expires,
    opening::the_last_heartbeat_of_any_node_is_returned,
    opening::many_nodes_can_open_a_database_concurrently,
    opening::a_newer_schema_is_refused,
    opening::only_a_server_migrates_a_database,
    copies::a_database_of_any_version_is_copied_as_it_is_and_then_migrated,
}
