#!/usr/bin/env bash
# A header includes only its own folder and those above it; what users include holds includes alone.
cd "${TEST_SRCDIR:-$(dirname "$0")/../..}/${TEST_WORKSPACE:-}" || exit 1
source test/hygiene/compilers.sh

# Prints the violations under the folder given.
violations() {
  (cd "$1" && find -L mercator -name '*.hpp' | sort | xargs awk '
    BEGIN {
      count = split("core symbolic map ops hlo loops einsum analysis draw interop", order, " ")
      for (k = 1; k <= count; ++k) rank[order[k]] = k
    }
    FNR == 1 {
      parts = split(FILENAME, path, "/")
      top = parts == 2
      folder = path[2]
      seen_once = 0
      if (!top && !(folder in rank)) say("stands in a folder that has no place in the order")
    }
    function say(what) { print FILENAME ":" FNR ": " what }
    /^[ \t]*#[ \t]*pragma[ \t]+once/ { seen_once = 1; next }
    /^[ \t]*#[ \t]*include/ {
      name = $0
      sub(/^[^<"]*[<"]/, "", name)
      sub(/[>"].*$/, "", name)
      if (name ~ /^mercator\//) {
        depth = split(name, to, "/")
        if (depth == 2) {
          if (!top) say("includes " name ", which is for users only")
        } else if (!(to[2] in rank)) {
          say("includes " name ", whose folder has no place in the order")
        } else if (!top && rank[to[2]] > rank[folder]) {
          say(folder "/ may not include " to[2] "/")
        }
      } else if ($0 ~ /include[ \t]*"/) {
        say("includes \"" name "\": write it from the root, as \"mercator/...\"")
      } else if (name == "boost/hana.hpp") {
        say("includes all of Hana")
      } else if ((folder == "core" || folder == "symbolic") && name ~ /^(vector|string|algorithm)$/) {
        say("the engine does without <" name ">")
      }
      next
    }
    top && !/^[ \t]*(\/\/.*)?$/ { say("holds more than includes") }
    { lines[FILENAME] = FNR }
  ')
}

found=$(violations include)
[[ -z $found ]] || fail "$found"
[[ $(all_headers) ]] || fail "no headers found"

# The check itself: it has to see each of these.
plant() {
  rm -rf "$scratch/planted"
  mkdir -p "$scratch/planted/mercator/$(dirname "$1")"
  printf '#pragma once\n%s\n' "$2" >"$scratch/planted/mercator/$1"
  local seen
  seen=$(violations "$scratch/planted")
  if [[ $3 == good ]]; then
    [[ -z $seen ]] || fail "$1 with '$2' is fine, but: $seen"
  else
    [[ $seen ]] || fail "$1 with '$2' is not seen"
  fi
}
plant symbolic/a.hpp '#include "mercator/map/b.hpp"' bad
plant core/a.hpp '#include <mercator/draw/b.hpp>' bad
plant map/a.hpp '#include <mercator/mercator.hpp>' bad
plant other/a.hpp '#include <mercator/core/b.hpp>' bad
plant map/a.hpp '#include "b.hpp"' bad
plant map/a.hpp '#include <boost/hana.hpp>' bad
plant symbolic/a.hpp '#include <vector>' bad
plant a.hpp 'namespace mercator {}' bad
plant a.hpp '#include <mercator/draw/b.hpp>' good
plant map/a.hpp '#include "mercator/map/b.hpp"' good
plant loops/a.hpp '#include "mercator/ops/b.hpp"' good
plant core/a.hpp '#include <cstdint>' good
finish
