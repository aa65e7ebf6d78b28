"""Generates a package of small apps that use Astroject, builds them, and compares figures with `size-targets.json`.

`size` and `cold-start` use it.
"""

import json
import pathlib
import random
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE / ".build-size"

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Apps",
  dependencies: [.package(name: "Astroject", path: "../..")],
  targets: [
{targets}
  ],
  swiftLanguageModes: [.v6]
)
"""

LEAVES = {"any Clock": "LiveClock", "Log": "Log", "any Storage": "LiveStorage", "Cache": "Cache",
          "any Network": "LiveNetwork", "Settings": "Settings"}


class Service:
    """A class, the type that it is registered as, and the types of its parameters."""

    def __init__(self, type, name, parameters=()):
        self.type, self.name, self.parameters = type, name, dict(zip("abcd", parameters))
        self.reference = f"{name}.self" if type == name else f"({type}).self"

    def declaration(self):
        is_hidden = self.type != self.name
        protocol = self.type.removeprefix("any ")
        parameters = ", ".join(f"{label}: {type}" for label, type in self.parameters.items())
        return "\n".join([
            *([f"protocol {protocol}: AnyObject {{}}"] if is_hidden else []),
            f"final class {self.name}{': ' + protocol if is_hidden else ''} {{",
            *(f"  private let {label}: {type}" for label, type in self.parameters.items()),
            f"  init({parameters}) {{",
            *(f"    self.{label} = {label}" for label in self.parameters),
            "  }",
            "}",
            ""])

    def registration(self, form):
        if not self.parameters:
            return f"container.register({self.reference}) {{ {self.name}() }}"
        if form == "closures":
            arguments = ", ".join(f"{label}: try r.resolve()" for label in self.parameters)
            return f"container.register({self.reference}) {{ r in {self.name}({arguments}) }}"
        type = "" if self.type == self.name else f"{self.reference}, "
        return f"container.register({type}initializer: {self.name}.init)"


def optional(type):
    return f"({type})?" if " " in type else f"{type}?"


def services(count, arity):
    """Makes services, each of which takes its own mix of leaves and services. A fourth parameter is an optional."""
    types = [f"S{i}" if i % 3 else f"any P{i}" for i in range(count)]
    for i, type in enumerate(types):
        # A service takes only services from the first half of those before it, so that its tree stays small.
        parameters = random.Random(i).sample([*LEAVES, *types[: i // 2]], arity(i))
        yield Service(type, f"S{i}", parameters[:3] + [optional(type) for type in parameters[3:]])


def app(form, count, ending, arity=lambda i: 4, scope=""):
    """Returns the source of an app.

    form: how it registers its services: "closures" or "initializers"; "types" has the same classes unregistered.
    ending: returns the code that follows the registrations, given the services.
    """
    leaves = [Service(type, name) for type, name in LEAVES.items()]
    made = list(services(count, arity))
    return "\n".join([
        "import Astroject",
        *(["import Nexus"] if form == "initializers" else []),
        "",
        *(service.declaration() for service in leaves + made),
        "func register(in container: Container) throws {",
        *(f"  try {service.registration(form)}{scope}" for service in leaves + made * (form != "types")),
        "}",
        "",
        "let container = Container()",
        "try register(in: container)",
        ending(made),
        ""])


def generate(apps):
    """Writes a target for each app. Does not touch files that have not changed."""
    targets = []
    for name, source in apps.items():
        products = "".join(f'.product(name: "{module}", package: "Astroject"), '
                           for module in ("Astroject", "Nexus") if f"import {module}\n" in source)
        targets.append(f'    .executableTarget(name: "{name}", dependencies: [{products}]),')
        write(PACKAGE / "Sources" / name / "main.swift", source)
    write(PACKAGE / "Package.swift", MANIFEST.format(targets="\n".join(targets)))


def write(path, text):
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def build(names, *options):
    """Builds apps in release, and returns the folder of the executables. The options may name another scratch path."""
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", PACKAGE / ".build-O",
               *options]
    for name in names:
        result = subprocess.run([*command, "--product", name], stdout=subprocess.PIPE, text=True)
        if result.returncode:
            raise SystemExit(f"{result.stdout}\nThe app {name} does not build.")
    return pathlib.Path(subprocess.check_output([*command, "--show-bin-path"], text=True).strip())


def judge(values, leeway):
    """Compares figures with their targets, and returns false if one exceeds its accepted limit and the leeway."""
    is_good = True
    for target in json.loads((HERE / "size-targets.json").read_text()):
        value = values.get(target["workload"])
        if value is None:
            continue
        accepted = target["accepted"] or target["target"]
        bound = accepted * (1 if target["kind"] == "bytes" else leeway)
        if value <= target["target"]:
            verdict = "met"
        elif value <= accepted:
            verdict = "missed, accepted"
        else:
            verdict = "missed, tolerated" if value <= bound else "missed"
        is_good = is_good and value <= bound
        form = ",.0f" if target["kind"] == "bytes" else ".1f"
        reason = f"; {target['reason']}" if verdict == "missed, accepted" else ""
        figures = f"{value:{form}}, target {target['target']:{form}}"
        print(f"{verdict:18}{target['workload']}, {target['kind']}: {figures}{reason}")
    return is_good
