import { useEffect } from 'react';

/** An element that had the focus. */
interface Stand {
  element: HTMLElement;
  /** The elements that contained it at that time, the nearest first. */
  around: readonly Element[];
  /** The nearest of these under a heading; undefined without any. */
  part: Element | undefined;
  pathname: string;
}

const heading = 'h1, h2, h3, h4';
const keptStands = 8;

/**
 * Keeps the focus on the page when what had it leaves, as a button that was pressed: the browser would drop it, and by keys or a screen
 * reader a person would begin again at the top. It goes to the heading of the part that the element stood in. Where that part has gone
 * too, it goes back to what had it before in another part, such as the button that opened a dialog.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let stands: readonly Stand[] = [];
    let isStanding = false;
    const remember = ({ target }: FocusEvent) => {
      isStanding = target instanceof HTMLElement && target.closest('main, dialog, [role="dialog"]') !== null;
      if (!isStanding) return;
      const stand = standOf(target as HTMLElement);
      stands = [stand, ...stands.filter(({ part }) => part !== stand.part)].slice(0, keptStands);
    };
    // A press beside everything leaves on purpose, and so does Tab behind the last stop.
    const leave = () => {
      isStanding = false;
    };
    const tab = ({ key }: KeyboardEvent) => key === 'Tab' && leave();
    // Some buttons let go of the focus as soon as the pointer is lifted: what was pressed counts, not what has the focus.
    const press = ({ target }: MouseEvent) => {
      isStanding = stands[0]?.element.contains(target as Node) ?? false;
    };
    const follow = () => {
      const [lost] = stands;
      if (!isStanding || lost === undefined || document.activeElement !== document.body) return;
      // It was busy, or a window above the page has closed.
      if (lost.element.isConnected) return lost.element.focus({ preventScroll: true });
      isStanding = false;
      // Another page is read from its top.
      if (lost.pathname === window.location.pathname) focusAfter(lost, stands.slice(1));
    };
    const watch = new MutationObserver(follow);
    watch.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', remember);
    document.addEventListener('pointerdown', leave, true);
    document.addEventListener('keydown', tab, true);
    document.addEventListener('click', press, true);
    return () => {
      watch.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('pointerdown', leave, true);
      document.removeEventListener('keydown', tab, true);
      document.removeEventListener('click', press, true);
    };
  }, []);
}

function standOf(element: HTMLElement): Stand {
  const around: Element[] = [];
  for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement) around.push(one);
  return { element, around, part: around.find((one) => one.querySelector(heading) !== null), pathname: window.location.pathname };
}

function focusAfter(lost: Stand, before: readonly Stand[]): void {
  const earlier = before.filter(({ pathname }) => pathname === lost.pathname);
  // A part around both is left for last: its heading is far above.
  const ofOthers = earlier.flatMap(({ element, part }) => [element, ...(part && lost.around.includes(part) ? [] : [headingIn(part)])]);
  const places = [headingIn(lost.part), ...ofOthers, ...lost.around.map(headingIn)];
  for (const place of places) {
    if (!place?.isConnected) continue;
    if (place.matches(heading) && !place.hasAttribute('tabindex')) place.tabIndex = -1;
    place.focus({ preventScroll: true });
    // A button that is busy refuses it.
    if (document.activeElement === place) return;
  }
}

const headingIn = (part: Element | undefined) => (part?.isConnected ? part.querySelector<HTMLElement>(heading) : null);

/** The ref of an element that takes the focus when it appears, as the answer to a press. It needs a `tabIndex` of -1. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/** Focuses the first field of a form that has an error, once the error is shown. */
export function focusFirstProblem(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
