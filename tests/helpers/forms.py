"""What a report says, in whichever form: for tests that go through all of them."""

import io
import re
import zipfile
from html import unescape


def words_in(report: bytes) -> str:
    """The text of a report that may be a workbook, whose words are in the files of an archive."""
    if not report.startswith(b"PK"):
        return report.decode("utf-8")
    with zipfile.ZipFile(io.BytesIO(report)) as book:
        sheets = [book.read(name).decode("utf-8") for name in sorted(book.namelist()) if "/worksheets/" in name]
    return unescape("\n".join(cell for sheet in sheets for cell in re.findall(r"<t[^>]*>([^<]*)</t>", sheet)))
