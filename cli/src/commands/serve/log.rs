//! The log of the service on standard error: lines for people, or one JSON object per line.
//!
//! A line of JSON has the time, the level, the fields of the request, if it is about one, and those of the event, all on
//! one level. Messages of the program that would be plain text, such as the error that ends it, and panics become lines
//! of JSON too.

use std::fmt;
use std::io;

use tracing::{Event, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, JsonFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

use crate::args::LogForm;
use crate::exit;

/// Starts the log.
pub(super) fn start(form: LogForm, quiet: bool) {
    let level = if quiet { LevelFilter::WARN } else { LevelFilter::INFO };
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false);
    match form {
        LogForm::Text => log.init(),
        LogForm::Json => {
            log.fmt_fields(JsonFields::new()).event_format(JsonLine).init();
            exit::say_through(|message| tracing::error!("{message}"));
        }
    }
}

/// The form of a line of JSON. The format of the library would nest the fields of the request.
struct JsonLine;

impl<S, N> FormatEvent<S, N> for JsonLine
where
    S: Subscriber + for<'l> LookupSpan<'l>,
    N: for<'w> FormatFields<'w> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        write!(writer, "{{\"timestamp\":\"")?;
        SystemTime.format_time(&mut writer)?;
        write!(writer, "\",\"level\":\"{}\"", event.metadata().level())?;
        for span in context.event_scope().into_iter().flatten() {
            if let Some(fields) = span.extensions().get::<FormattedFields<N>>() {
                write_members(&mut writer, fields)?;
            }
        }
        let mut fields = String::new();
        context.format_fields(Writer::new(&mut fields), event)?;
        write_members(&mut writer, &fields)?;
        writeln!(writer, "}}")
    }
}

/// Writes the members of a JSON object behind others.
fn write_members(writer: &mut Writer<'_>, object: &str) -> fmt::Result {
    let members = object.strip_prefix('{').and_then(|object| object.strip_suffix('}')).unwrap_or_default();
    if members.is_empty() { Ok(()) } else { write!(writer, ",{members}") }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use serde_json::{Value, json};

    use super::*;

    /// Runs as a program of its own in the next test.
    #[test]
    #[ignore = "it ends its process"]
    fn logs_and_panics() {
        let ended = exit::run(|| {
            start(LogForm::Json, false);
            let span = tracing::info_span!("request", id = "7", client = tracing::field::Empty);
            span.record("client", "a \"desk\"");
            span.in_scope(|| tracing::info!(status = 200, "answered"));
            let _ = std::thread::spawn(|| panic!("a lost thread")).join();
            exit::say("a last word\nof two lines");
            panic!("the end");
        });
        std::process::exit(i32::from(ended == std::process::ExitCode::from(70)));
    }

    #[test]
    fn requests_messages_and_panics_are_one_object_per_line() {
        let name = "commands::serve::log::tests::logs_and_panics";
        let mut program = Command::new(std::env::current_exe().unwrap());
        let ended = program.args(["--exact", name, "--ignored", "--nocapture"]).output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "it ended as after a bug");
        let log = String::from_utf8(ended.stderr).unwrap();
        let mut lines: Vec<Value> = log.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for line in &mut lines {
            let time = line.as_object_mut().unwrap().remove("timestamp").unwrap();
            assert!(time.as_str().is_some_and(|time| time.ends_with('Z')), "{time}");
        }
        let answered =
            json!({"level": "INFO", "id": "7", "client": "a \"desk\"", "status": 200, "message": "answered"});
        assert_eq!(lines[0], answered);
        let said: Vec<&str> = lines[1..].iter().map(|line| line["message"].as_str().unwrap()).collect();
        assert!(said[0].starts_with("a panic: a lost thread (") && said[0].contains("log.rs:"), "{log}");
        assert_eq!(said[1], "a last word\nof two lines");
        assert!(
            said[2].starts_with("a panic: the end") && said[3].starts_with("a bug in ibid: the end"),
            "{log}"
        );
        assert!(lines[1..].iter().all(|line| line["level"] == "ERROR") && lines.len() == 5, "{log}");
    }
}
