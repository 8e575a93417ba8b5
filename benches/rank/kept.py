"""What the scripts that fit weights to kept examples have in common: their command line."""
import argparse

def run(doc, keep, fit):
    """Calls keep(examples, sets) or fit(examples, out), as the command line says; doc is shown as help."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=["keep", "fit"])
    parser.add_argument("examples")
    parser.add_argument("sets", nargs="*")
    parser.add_argument("--out")
    given = parser.parse_args()
    keep(given.examples, given.sets) if given.do == "keep" else fit(given.examples, given.out)
