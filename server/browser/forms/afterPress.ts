/** A press that lasts longer does not wait for its end: a list of choices that the browser opens keeps the release to itself. */
const longestPressMs = 2_000;

let isPressed = false;
let longest: ReturnType<typeof setTimeout> | undefined;
const waiting: (() => void)[] = [];

function press() {
  isPressed = true;
  clearTimeout(longest);
  longest = setTimeout(release, longestPressMs);
}

function release() {
  isPressed = false;
  clearTimeout(longest);
  // The click comes with the release.
  for (const work of waiting.splice(0)) setTimeout(work);
}

// Pages are also rendered on the server, where there is no window.
if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true);
  window.addEventListener('pointerup', release, true);
  // A finger that scrolls is not released.
  window.addEventListener('pointercancel', release, true);
}

/**
 * Runs work that may move elements of the page: at once, or after the current press of the pointer. A button that moves
 * between the press and the release of the pointer does not get the click.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work);
  else work();
}
