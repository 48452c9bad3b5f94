//! Runs a program to its end and says what it used.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What one run used.
#[derive(Clone, Copy)]
pub struct Usage {
    /// From before the start to after the end.
    pub wall: Duration,
    /// The largest resident set, where the system tells.
    pub peak_bytes: Option<u64>,
}

/// How often the resident set is looked at. The system keeps the maximum, so
/// only growth in the last moments of a run can be missed.
const LOOK_EVERY: Duration = Duration::from_millis(5);

/// Runs the program on the input with its output thrown away.
///
/// The peak is read from `/proc` while the program runs: the peak that `wait`
/// reports also counts the memory of this process, which starts the other.
pub fn run_to_end(program: &Path, args: &[OsString], input: &Path) -> io::Result<Usage> {
    let start = Instant::now();
    let mut child =
        command(program, args, input).stdout(Stdio::null()).spawn().map_err(|error| with_name(program, error))?;
    let status_file = format!("/proc/{}/status", child.id());
    let watcher = thread::spawn(move || {
        let mut peak = None;
        while let Some(now) = peak_so_far(&status_file) {
            peak = Some(now);
            thread::sleep(LOOK_EVERY);
        }
        peak
    });
    let status = child.wait()?;
    let wall = start.elapsed();
    let peak_bytes = watcher.join().expect("the watcher does not panic");
    if !status.success() {
        return Err(failure(program, status));
    }
    Ok(Usage { wall, peak_bytes })
}

/// What the program prints for the input.
pub fn output(program: &Path, args: &[OsString], input: &Path) -> io::Result<Vec<u8>> {
    let output =
        command(program, args, input).stderr(Stdio::inherit()).output().map_err(|error| with_name(program, error))?;
    if !output.status.success() {
        return Err(failure(program, output.status));
    }
    Ok(output.stdout)
}

fn command(program: &Path, args: &[OsString], input: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(args).arg(input);
    command
}

/// The largest resident set until now; `None` once the process has ended.
fn peak_so_far(status_file: &str) -> Option<u64> {
    let status = fs::read_to_string(status_file).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches(" kB").parse().ok()?;
    Some(kibibytes * 1024)
}

fn with_name(program: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", program.display()))
}

fn failure(program: &Path, status: std::process::ExitStatus) -> io::Error {
    io::Error::other(format!("{}: {status}", program.display()))
}
