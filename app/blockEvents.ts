/** The events for which React 18 hydrates a page at once, ready or not. */
const urgentEvents = [
  ...['auxclick', 'click', 'contextmenu', 'dblclick', 'mousedown', 'mouseup'],
  ...['pointercancel', 'pointerdown', 'pointerup', 'touchcancel', 'touchend', 'touchstart'],
  ...['compositionend', 'compositionstart', 'keydown', 'keypress', 'keyup', 'textInput'],
  ...['change', 'input', 'reset', 'submit', 'copy', 'cut', 'paste', 'dragend', 'dragstart', 'drop'],
];

/**
 * Blocks events until hydration ends; returns the function that unblocks them. React waits for the page's data, which are streamed
 * after the HTML. One of these events would make it hydrate without the data, and the page would fail for good. The browser's own
 * default actions on these events still happen.
 */
export function blockEvents(): () => void {
  const stop = (event: Event) => event.stopPropagation();
  for (const name of urgentEvents) window.addEventListener(name, stop, { capture: true });
  return () => {
    for (const name of urgentEvents) window.removeEventListener(name, stop, { capture: true });
  };
}
