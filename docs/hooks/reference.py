"""What MkDocs does beyond the pages of this folder: it adds the reference and the pages at the top of the project."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from auditor.reference.pages import pages

TOP = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "README.md": "index.md",
    "SECURITY.md": "security.md",
}
OUTWARD = re.compile(r"\[([^\]]*)\]\(\.\./([^)#]*)(#[^)]*)?\)")  # a link to a file beside the folder of the pages
BESIDE = re.compile(r"\]\(([A-Z]+\.md)")  # a link from one page at the top to another
FENCE = re.compile(r"^```log .+$", re.MULTILINE)  # our tests read where an example stands; MkDocs knows one word only


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are no files of the folder."""
    docs = Path(config.docs_dir)
    for address, text in pages(docs):
        files.append(File.generated(config, f"{address}.md", content=text))
    for name, page in TOP.items():
        if files.get_file_from_path(page) is None:
            text = (docs.parent / name).read_text(encoding="utf-8").replace("](docs/", "](")
            text = BESIDE.sub(lambda found: f"]({TOP.get(found[1], found[1])}", text)
            files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links of a page to files of the project: to their own page, if they have one, else no link."""
    return OUTWARD.sub(_on_the_site, FENCE.sub("```log", markdown))


def _on_the_site(found: re.Match[str]) -> str:
    text, path, anchor = found.groups()
    return f"[{text}]({TOP[path]}{anchor or ''})" if path in TOP else text if path.startswith("samples/") else found[0]
