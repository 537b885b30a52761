import type { Locator } from '@playwright/test';

// What can be seen of a text is found out by its pixels: where other characters look the same, nothing of it is visible,
// however a style sheet hides it. The text is changed in the page and put back.

/** Replaces each digit of an element's text nodes by the next one, and returns a function that puts the text back. */
async function changeDigits(part: Locator, by: number): Promise<void> {
  await part.evaluate((element, step) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      node.textContent = (node.textContent ?? '').replace(/\d/g, (digit) => String((Number(digit) + step) % 10));
  }, by);
}

/** Tells whether the digits of a part can be seen in a picture of the whole. */
export async function isInkVisible(whole: Locator, part: Locator): Promise<boolean> {
  const before = await whole.screenshot({ animations: 'disabled', caret: 'hide' });
  await changeDigits(part, 5);
  const changed = await whole.screenshot({ animations: 'disabled', caret: 'hide' });
  await changeDigits(part, 5);
  return !before.equals(changed);
}
