# SPDX-License-Identifier: Apache-2.0
"""Opens the manual in headless Chromium: manual_browser.py DIRECTORY-OF-HTML.

Every page loads and is as wide as a window of 400 and of 1,300 pixels, no link leads nowhere, every
picture is there, and the search finds `causal`. Exit status 77 without Chromium.
"""
import pathlib
import shutil
import sys
import time
import urllib.parse

from selenium import webdriver
from selenium.webdriver.common.by import By

WIDTHS = (400, 1300)
ROOT = pathlib.Path(sys.argv[1]).resolve()
PICTURES = """return [...document.querySelectorAll('object, img')].filter(each =>
    each.tagName == 'IMG' ? !each.naturalWidth : !each.contentDocument && !each.clientWidth
    ).map(each => each.data || each.src)"""


def browser():
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu",
                     "--allow-file-access-from-files"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options)


def dead_links(chrome, ids):
    """The links of the page to files, or to places in files, that do not exist."""
    # Doxygen's own summary above a page leads to groups that it leaves out when they are empty.
    links = chrome.execute_script(
        "return [...document.querySelectorAll('a[href]')]"
        ".filter(a => !a.closest('.summary')).map(a => a.href)")
    for link in sorted(set(links)):
        parts = urllib.parse.urlsplit(link)
        if parts.scheme != "file":
            continue
        target = pathlib.Path(urllib.parse.unquote(parts.path))
        place = urllib.parse.unquote(parts.fragment)
        if not target.exists():
            yield link
        elif place and target.suffix == ".html":
            text = ids.setdefault(target, target.read_text(encoding="utf-8"))
            if f'id="{place}"' not in text and f'name="{place}"' not in text:
                yield link


def missing_pictures(chrome):
    """The pictures that do not appear within seconds: scripts of a page add some behind its load."""
    give_up = time.monotonic() + 5
    while missing := chrome.execute_script(PICTURES):
        if time.monotonic() > give_up:
            break
        time.sleep(0.1)
    return missing


def faults_of(chrome, page, width, ids):
    chrome.get(page.as_uri())
    extent = chrome.execute_script("return document.documentElement.scrollWidth")
    if extent > width:
        yield f"{extent} pixels wide"
    for picture in missing_pictures(chrome):
        yield f"no picture {picture}"
    if width == WIDTHS[0]:
        return
    for link in dead_links(chrome, ids):
        yield f"dead link {link}"


def search_finds(chrome, word, page):
    """Whether a result of the search leads to the page."""
    chrome.get((ROOT / "index.html").as_uri())
    chrome.find_element(By.ID, "MSearchField").send_keys(word)
    for _ in range(300):
        time.sleep(0.1)
        found = chrome.execute_script(
            "const frame = document.querySelector('#MSearchResults');"
            "const results = frame ? frame.contentDocument || document : document;"
            "return [...results.querySelectorAll('.SRResult a')]"
            ".filter(a => a.offsetParent).map(a => a.href + ' ' + a.textContent)")
        if any(page in each for each in found):
            return True
    print(f"the search for {word} found {found}")
    return False


def main():
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        print("skipped: chromium or chromedriver is not installed")
        return 77
    chrome, ids, n_faults = browser(), {}, 0
    pages = sorted(ROOT.glob("*.html"))
    for width in WIDTHS:
        chrome.set_window_size(width, 900)
        for page in pages:
            for fault in faults_of(chrome, page, width, ids):
                print(f"{page.name} at {width}: {fault}")
                n_faults += 1
    n_faults += not search_finds(chrome, "causal", "causal")
    chrome.quit()
    print(f"{len(pages)} pages, {n_faults} faults")
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
