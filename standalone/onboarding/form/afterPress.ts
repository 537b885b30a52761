let isPressed = false;

window.addEventListener(
  'pointerdown',
  () => {
    isPressed = true;
  },
  true,
);
for (const end of ['pointerup', 'pointercancel'] as const) {
  window.addEventListener(
    end,
    () => {
      isPressed = false;
    },
    true,
  );
}

/**
 * Does something that may move the page about: at once, or when a press that has begun is over. A button that moves
 * away between the press and the release of the pointer is not clicked.
 */
export function afterPress(work: () => void): void {
  if (isPressed) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
  else work();
}
