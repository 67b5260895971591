//! What servers, apps and bots say to each other.
