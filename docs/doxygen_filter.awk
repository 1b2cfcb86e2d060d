# What Doxygen cannot read, in a form that it can: function objects declared with their class, deduction guides,
# specializations in namespace std, several members in one declaration.
# An error class says in its name what it requires; its members are for the class that asks. An operation is made from
# objects of which only the types count.
function flush_held() { if (held != "") print held; held = "" }
function sentence(name) { gsub(/_/, " ", name); return "/// An error: " name "." }
/^inline constexpr struct [a-z_0-9]+ \{/ {
  flush_held()
  verb = $4
  print "struct " verb " {"
  next
}
verb != "" && /^\} [a-z_0-9]+\{\};/ {
  name = $2
  sub(/\{\};/, "", name)
  print "};"
  print "/// The function object: its calls are those of " verb "."
  print "inline constexpr " verb " " name "{};"
  verb = ""
  next
}
/^template <.*>$/ { flush_held(); held = $0; next }
/^struct [a-z_0-9]*_requires?_/ {
  name = $2
  sub(/[<;].*/, "", name)
  if (!documented) print sentence(name)
  flush_held()
  hiding = 1
}
hiding && /\{$/ { sub(/\{$/, "{ private:"); hiding = 0 }
/^ *((static|inline) constexpr )?(i64|int|sizes|runtime_map|extents|std::string|std::optional<runtime_map>|analysis::reads_of_tiles) [a-z_0-9]+( = [^,;()]*)?(, [a-z_0-9]+( = [^,;()]*)?)+;/ {
  flush_held()
  sub(/;.*/, "")
  type = $0
  sub(/[a-z_0-9]+( = .*)?,.*/, "", type)
  parts = split(substr($0, length(type) + 1), part, ", ")
  for (k = 1; k <= parts; ++k) print (k > 1 ? comment "\n" : "") type part[k] ";"
  next
}
/^  MERCATOR_HD constexpr [a-z_]+\([A-Z][A-Za-z]*( = \{\})?(\.\.\.)?(, [A-Z][A-Za-z]*( = \{\})?(\.\.\.)?)*\) \{\}/ {
  flush_held()
  print "  /// From its shapes and attributes."
}
/^[a-z_]+\(.*\) -> .*;$/ { held = ""; next }
/^struct std::/ { held = ""; skipping = 1; next }
skipping { if (/^};/) skipping = 0; next }
/^ *\/\/\// {
  flush_held()
  comment = (documented ? comment "\n" : "") $0
  documented = 1
  print
  next
}
{ documented = 0; flush_held(); sub(/ : nth_type<[^{]*/, " "); print }
END { flush_held() }
