"""What Mercator needs from outside. Nothing here reaches for the network."""

def _installed_headers_impl(ctx):
    for header in ctx.attr.headers:
        installed = ctx.path(ctx.attr.prefix + "/" + header)
        if not installed.exists:
            fail("mercator: @{name} needs {path}: install {package}, or define @{name} before mercator_dependencies()".format(
                name = ctx.name,
                path = installed,
                package = ctx.attr.package,
            ))
        ctx.symlink(installed, "include/" + header)
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)

    # `includes` gives -isystem: under include_prefix the headers would fail a user's strict warnings.
    ctx.file("BUILD", """
cc_library(
    name = "%s",
    hdrs = glob(%s),
    includes = ["include"],
    linkopts = %s,
    visibility = ["//visibility:public"],
)
""" % (ctx.name, ["include/" + pattern for pattern in ctx.attr.patterns], ctx.attr.linkopts))

_installed_headers = repository_rule(
    implementation = _installed_headers_impl,
    attrs = {
        "headers": attr.string_list(mandatory = True),
        "linkopts": attr.string_list(),
        "package": attr.string(mandatory = True),
        "patterns": attr.string_list(default = ["**/*.h", "**/*.hpp"]),
        "prefix": attr.string(default = "/usr/include"),
    },
    doc = "A library of installed headers, named like the repository, as system headers.",
    local = True,
)

def mercator_dependencies(prefix = "/usr/include"):
    """Defines @boost_hana and @doctest from installed headers, unless the workspace has its own.

    Args:
      prefix: the folder that holds boost/hana.hpp and doctest/doctest.h.
    """
    existing = native.existing_rules()
    if "boost_hana" not in existing:
        _installed_headers(
            name = "boost_hana",
            headers = ["boost/hana.hpp", "boost/hana"],
            package = "libboost-dev",
            prefix = prefix,
        )

    # Only Mercator's own tests use doctest; an external repository is not fetched before it is used.
    if "doctest" not in existing:
        _installed_headers(
            name = "doctest",
            headers = ["doctest"],
            package = "doctest-dev",
            prefix = prefix,
        )

def mercator_benchmark_dependencies():
    """Defines @google_benchmark and @eigen, which only the benchmarks of this repository use, from what is installed."""
    existing = native.existing_rules()
    if "google_benchmark" not in existing:
        _installed_headers(
            name = "google_benchmark",
            headers = ["benchmark"],
            linkopts = ["-lbenchmark", "-lpthread"],
            package = "libbenchmark-dev",
        )
    if "eigen" not in existing:
        _installed_headers(
            name = "eigen",
            headers = ["Eigen", "unsupported"],
            package = "libeigen3-dev",
            patterns = ["Eigen/**", "unsupported/Eigen/**"],
            prefix = "/usr/include/eigen3",
        )

_CC_RULES = [
    "cc_binary",
    "cc_library",
    "cc_proto_library",
    "cc_test",
    "cc_toolchain",
    "cc_toolchain_suite",
    "objc_library",
]

_JAVA_RULES = [
    "java_binary",
    "java_import",
    "java_library",
    "java_package_configuration",
    "java_plugin",
    "java_proto_library",
    "java_runtime",
    "java_test",
    "java_toolchain",
]

def _native_rules_impl(ctx):
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)
    ctx.file(ctx.attr.language + "/BUILD", "")
    ctx.file(ctx.attr.language + "/defs.bzl", "\n".join([
        "def {rule}(**kwargs):\n    native.{rule}(**kwargs)\n".format(rule = rule)
        for rule in ctx.attr.rules
    ]))

_native_rules = repository_rule(
    implementation = _native_rules_impl,
    attrs = {
        "language": attr.string(mandatory = True),
        "rules": attr.string_list(mandatory = True),
    },
    doc = "A rules_cc or rules_java whose macros call the rules that Bazel brings along.",
)

def _no_coverage_impl(ctx):
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)
    ctx.file("BUILD", """
filegroup(
    name = "coverage_report_generator",
    visibility = ["//visibility:public"],
)
""")

_no_coverage = repository_rule(
    implementation = _no_coverage_impl,
    doc = "Every test depends on the coverage tools, also where no coverage is asked for.",
)

def mercator_offline_toolchains():
    """Stands in for what Bazel itself would download. A workspace with a network does not need it."""
    existing = native.existing_rules()
    if "rules_cc" not in existing:
        _native_rules(name = "rules_cc", language = "cc", rules = _CC_RULES)
    if "rules_java" not in existing:
        _native_rules(name = "rules_java", language = "java", rules = _JAVA_RULES)
    if "remote_coverage_tools" not in existing:
        _no_coverage(name = "remote_coverage_tools")
