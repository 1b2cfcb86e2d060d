"""One target for every test source; a new file needs no line here or in BUILD."""

# Debug assertions are part of what is tested; -O1 keeps brute force quick without the compile time of -O2.
_COPTS = [
    "-O1",
    "-UNDEBUG",
]

_PROGRAMS = [
    "//examples:einsum",
    "//examples:mercator",
    "//examples:quickstart",
]

# Compile-time facts that clang 14 and 16 have to stand too each time: every layer, in little time.
_SAMPLE = [
    "core/arithmetic_static.cc",
    "einsum/einsum_static.cc",
    "hlo/typed_static.cc",
    "map/equal_static.cc",
    "map/literals_static.cc",
    "ops/maps_static.cc",
    "symbolic/engine_static.cc",
]

_COMPILING = [
    "hygiene/compilers.sh",
    "//:.bazelrc",
    "//:headers",
]

def _folders(name):
    return name.split("/")[:-1]

def mercator_tests(options = {}):
    """Declares the tests, each named after its path without the extension.

    X_test.cc    a doctest program
    X_static.cc  compile-time facts: compiled by Bazel's compiler, and as X_static_everywhere by clang 19, a sample by clang 14
                 and 16 (all by every compiler with --config=all)
    X_test.sh    a script that finds the programs as examples/mercator, examples/quickstart and so on

    Each is tagged with its folders: bazel test --build_tests_only --test_tag_filters=symbolic //test/...

    Args:
      options: further attributes by name of the test, such as {"loops/slow_test": {"size": "large"}}.
    """
    programs = native.glob(["examples/**/*_test.cc"])
    support = native.glob(["**/*.hpp"], exclude = ["negative/**"])
    names = []

    for source in native.glob(["**/*_test.cc"]):
        name = source[:-len(".cc")]
        names.append(name)
        attributes = dict(options.get(name, {}))
        deps = attributes.pop("deps", [])
        data = attributes.pop("data", []) + (_PROGRAMS if source in programs else [])
        native.cc_test(
            name = name,
            srcs = [source] + support,
            copts = _COPTS + attributes.pop("copts", []),
            data = data,
            linkstatic = True,
            tags = _folders(name) + attributes.pop("tags", []),
            deps = [
                ":doctest_main",
                "//:mercator",
                "@doctest",
            ] + deps,
            **attributes
        )

    for source in native.glob(["**/*_static.cc"]):
        name = source[:-len(".cc")]
        names.append(name)
        attributes = dict(options.get(name, {}))
        native.cc_test(
            name = name,
            size = "small",
            srcs = [source, "static_main.cc"] + support,
            copts = ["-O0", "-UNDEBUG", "-U_FORTIFY_SOURCE"] + attributes.pop("copts", []),
            linkstatic = True,
            tags = _folders(name) + attributes.pop("tags", []),
            deps = ["//:mercator"] + attributes.pop("deps", []),
            **attributes
        )
        compile_test(
            name = name + "_everywhere",
            source = source,
            script = "hygiene/everywhere.sh",
            args = ["clang++-14", "clang++-16", "clang++-19"] if source in _SAMPLE else ["clang++-19"],
            data = support,
        )

    for script in native.glob(["**/*_test.sh"]):
        name = script[:-len(".sh")]
        names.append(name)
        attributes = dict(options.get(name, {}))
        native.sh_test(
            name = name,
            srcs = [script],
            data = _PROGRAMS + attributes.pop("data", []),
            tags = _folders(name) + attributes.pop("tags", []),
            **attributes
        )

    for name in options:
        if name not in names:
            fail("options for %s, but there is no such test" % name)

def compile_test(name, script, source = None, args = [], data = [], **kwargs):
    """A script that runs compilers over our headers, and over one source where one is given."""
    native.sh_test(
        name = name,
        srcs = [script],
        args = args + (["$(rootpath %s)" % source] if source else []),
        data = _COMPILING + data + ([source] if source else []),
        tags = _folders(name),
        **kwargs
    )
