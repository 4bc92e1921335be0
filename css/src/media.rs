//! Media queries, on a screen of usual size.

use crate::declare::{Length, length};

/// The width and height of the screen, in pixels.
const SCREEN: [f32; 2] = [1280.0, 800.0];

/// Returns whether one of these queries holds.
pub(crate) fn holds(queries: &str) -> bool {
    let queries = queries.to_ascii_lowercase();
    queries.trim().is_empty() || queries.split(',').any(holds_one)
}

fn holds_one(query: &str) -> bool {
    let query = query.trim();
    let query = query.strip_prefix("only ").unwrap_or(query);
    for part in query.split(" and ").map(str::trim) {
        let holds = match part.strip_prefix('(') {
            Some(feature) => has_feature(feature.trim_end_matches(')')),
            None => matches!(part, "all" | "screen"),
        };
        if !holds {
            return false;
        }
    }
    true
}

fn has_feature(feature: &str) -> bool {
    let Some((name, value)) = feature.split_once(':') else {
        return matches!(feature.trim(), "color" | "width" | "height" | "hover");
    };
    let pixels = match length(value.trim()) {
        Some(Length::Pixels(pixels)) => pixels,
        Some(Length::Times(times)) => times * 16.0,
        _ => {
            return matches!(
                (name.trim(), value.trim()),
                ("orientation", "landscape") | ("prefers-color-scheme", "light")
            );
        }
    };
    match name.trim() {
        "min-width" => SCREEN[0] >= pixels,
        "max-width" => SCREEN[0] <= pixels,
        "min-height" => SCREEN[1] >= pixels,
        "max-height" => SCREEN[1] <= pixels,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screen_is_no_printer_and_no_telephone() {
        for (queries, expected) in [
            ("", true),
            ("screen", true),
            ("ALL", true),
            ("print", false),
            ("print, screen", true),
            ("only screen and (min-width: 600px)", true),
            ("(max-width: 40em)", false),
            ("not screen", false),
            ("(prefers-color-scheme: dark)", false),
            ("speech", false),
        ] {
            assert_eq!(holds(queries), expected, "{queries}");
        }
    }
}
