let isPressed = false;

// Pages are also rendered on the server, where there is no window.
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
 * Runs work that may move elements of the page: at once, or after the current press of the pointer. A button that moves
 * between the press and the release of the pointer does not get the click.
 */
export function afterPress(work: () => void): void {
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}
