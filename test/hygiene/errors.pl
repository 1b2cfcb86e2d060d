# Prints every message that a static_assert of the headers given holds, one a line, without "mercator: ".
use strict;
use warnings;

my %prefix = (SYNTAX => "a map text requires ", EINSUM => "einsum<...>(...) requires ");
my $literal = qr/"(?:[^"\\\n]|\\.)*"/;
my %seen;
for my $file (@ARGV) {
  open(my $in, '<', $file) or die "$file: $!";
  local $/;
  my $text = <$in>;
  $text =~ s/^\s*#define.*(?:\\\n.*)*//mg;
  while ($text =~ /(static_assert|MERCATOR_(SYNTAX|EINSUM)_ERROR)\(((?:[^;"]|$literal)*?)((?:$literal\s*)+)\)/g) {
    my ($kind, $strings) = ($2, $4);
    my $message = join('', map { substr($_, 1, -1) } $strings =~ /$literal/g);
    $message = "mercator: $prefix{$kind}$message" if defined $kind;
    print "$1\n" if $message =~ /^mercator: (.*)/ && !$seen{$1}++;
  }
}
