let isPressed = false;

/** Pages are also drawn on the server, where there is nothing to press. */
if (typeof window !== 'undefined') {
  const watch = (name: 'pointerdown' | 'pointerup' | 'pointercancel', pressed: boolean) =>
    window.addEventListener(
      name,
      () => {
        isPressed = pressed;
      },
      true,
    );
  watch('pointerdown', true);
  watch('pointerup', false);
  watch('pointercancel', false);
}

/**
 * Does something that may move the page about: at once, or when a press that has begun is over. A button that moves
 * away between the press and the release of the pointer is not clicked.
 */
export function afterPress(work: () => void): void {
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}
