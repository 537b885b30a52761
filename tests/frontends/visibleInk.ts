import type { Locator } from '@playwright/test';

// What can be seen of a text is found out by its pixels: where other characters look the same, nothing of it is visible,
// however a style sheet hides it. The text is changed in the page and put back.

/** Replaces each digit of an element's text nodes by the one that is so much higher, from 9 on to 0: twice by 5 puts the text back. */
async function changeDigits(part: Locator, by: number): Promise<void> {
  await part.evaluate((element, step) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      node.textContent = (node.textContent ?? '').replace(/\d/g, (digit) => String((Number(digit) + step) % 10));
  }, by);
}

/** Tells of each part whether its digits can be seen in a picture of the whole. */
export async function partsWithVisibleInk(whole: Locator, parts: readonly Locator[]): Promise<boolean[]> {
  const picture = () => whole.screenshot({ animations: 'disabled', caret: 'hide' });
  const changed = async (some: readonly Locator[]) => {
    for (const part of some) await changeDigits(part, 5);
    const seen = await picture();
    for (const part of some) await changeDigits(part, 5);
    return seen;
  };
  for (;;) {
    const before = await picture();
    const all = await changed(parts);
    const isAnyVisible = !before.equals(all);
    const each: Buffer[] = [];
    if (isAnyVisible && parts.length > 1) for (const part of parts) each.push(await changed([part]));
    // Where the picture is another with the same digits, as when the card's art has only now been loaded, it tells nothing of them.
    if (before.equals(await picture())) return parts.map((_, index) => isAnyVisible && !before.equals(each[index] ?? all));
  }
}

/** Tells whether the digits of a part can be seen in a picture of the whole. */
export async function isInkVisible(whole: Locator, part: Locator): Promise<boolean> {
  const [isVisible = false] = await partsWithVisibleInk(whole, [part]);
  return isVisible;
}
