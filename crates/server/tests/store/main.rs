//! One suite for the store, on SQLite and on a real PostgreSQL that the tests start themselves.

mod accounts;
mod administration;
mod cancellation;
mod copies;
mod deals;
mod faults;
mod fixture;
mod games;
mod holidays;
mod leases;
mod log;
mod opening;
mod outbox;
mod ratings;
mod seeks;
mod sessions;

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

/// Every function twice: a test of its own on SQLite, and all of them on one PostgreSQL, each in
/// a database of its own.
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
    log::entries_come_back_in_order_and_from_any_number,
    log::a_log_longer_than_a_page_is_read_whole,
    log::of_many_who_append_one_number_one_wins,
    log::the_first_of_two_in_one_batch_wins,
    log::many_games_are_written_at_once,
    log::one_that_cannot_be_written_does_not_harm_the_others,
    log::an_ending_comes_with_its_entry_or_not_at_all,
    log::a_rematch_comes_with_its_agreement_or_not_at_all,
    log::a_closed_store_says_so,
    games::a_game_comes_back_as_it_was,
    games::a_game_begins_once,
    games::open_games_are_those_that_go_on,
    games::filters_choose_games,
    games::pages_follow_each_other,
    deals::of_many_secrets_for_a_deal_the_first_one_stays,
    deals::a_deal_is_closed_when_its_games_are_over_and_opened_never_again,
    deals::of_a_close_and_a_game_that_is_opened_beside_it_one_is_refused,
    deals::a_sealed_game_is_in_no_list_before_its_secret_is_told,
    ratings::a_game_counts_once,
    ratings::only_rated_games_that_ended_count,
    ratings::players_in_many_games_lose_no_change,
    ratings::the_leaderboard_has_those_who_are_sure,
    accounts::an_account_comes_back_as_it_was,
    accounts::names_are_unique_by_their_keys,
    accounts::a_guest_becomes_a_person,
    accounts::a_closed_account_leaves_only_its_games,
    accounts::an_export_has_everything,
    accounts::more_bots_than_are_allowed_are_refused_also_in_parallel,
    accounts::attempts_are_counted_on_all_nodes,
    sessions::a_session_lasts_until_it_expires,
    sessions::sessions_are_listed_and_revoked,
    sessions::tokens_are_listed_and_revoked,
    sessions::more_tokens_than_are_allowed_are_refused_also_in_parallel,
    seeks::seeks_are_put_and_found,
    seeks::seeks_of_those_who_are_gone_are_gone,
    seeks::of_many_who_take_a_seek_one_gets_it,
    cancellation::what_is_dropped_half_way_leaves_no_transaction_open,
    seeks::more_offers_than_are_allowed_are_refused_also_in_parallel,
    seeks::of_many_pairs_of_offers_each_offer_is_in_one,
    seeks::offers_of_a_dead_node_are_hidden_until_another_one_vouches,
    leases::a_lease_changes_with_every_sign_of_life,
    leases::of_many_who_bury_a_node_one_does_and_one_that_lives_is_not_buried,
    leases::players_of_dead_nodes_are_found,
    leases::open_games_are_paged_the_fastest_first,
    leases::what_leaves_a_log_is_kept,
    administration::a_change_comes_with_its_line_or_not_at_all,
    administration::lines_of_many_hosts_are_numbered_without_a_gap,
    administration::orders_wait_until_they_are_carried_out,
    administration::an_invitation_is_good_so_often_and_so_long,
    administration::reports_and_blocks_are_kept_and_bounded,
    administration::people_are_found_by_parts_of_their_names,
    holidays::holidays_are_taken_from_the_allowance_of_the_year_they_begin_in,
    holidays::of_many_who_go_on_holiday_at_once_one_does,
    holidays::a_holiday_is_pending_until_it_is_noted_as_it_is,
    outbox::a_notification_comes_with_its_entry_or_not_at_all,
    outbox::of_many_who_claim_a_notification_one_gets_it_until_its_claim_lapses,
    outbox::devices_are_bounded_and_forgotten,
    outbox::a_link_works_once_and_not_for_ever,
    opening::a_node_hears_when_one_lived_last,
    opening::many_open_at_once,
    opening::newer_tables_are_refused,
}
