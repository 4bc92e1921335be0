//! The program `ibid`.

fn main() -> std::process::ExitCode {
    ibid_cli::run()
}
