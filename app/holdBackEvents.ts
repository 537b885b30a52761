/** The events for which React 18 takes a page over at once, ready or not. */
const urgentEvents = [
  ...['auxclick', 'click', 'contextmenu', 'dblclick', 'mousedown', 'mouseup'],
  ...['pointercancel', 'pointerdown', 'pointerup', 'touchcancel', 'touchend', 'touchstart'],
  ...['compositionend', 'compositionstart', 'keydown', 'keypress', 'keyup', 'textInput'],
  ...['change', 'input', 'reset', 'submit', 'copy', 'cut', 'paste', 'dragend', 'dragstart', 'drop'],
];

/**
 * Keeps from React what is pressed while the page comes alive; answers how to end that. The page's data are a stream
 * behind its HTML, for which React waits, unless one of these events has it go on without: then it gives the page up for
 * good. What the browser does by itself on such an event, it does all the same.
 */
export function holdBackEvents(): () => void {
  const stop = (event: Event) => event.stopPropagation();
  for (const name of urgentEvents) window.addEventListener(name, stop, { capture: true });
  return () => {
    for (const name of urgentEvents) window.removeEventListener(name, stop, { capture: true });
  };
}
