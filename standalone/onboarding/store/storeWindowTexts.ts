/** Texts about the store provider's window. */
export const storeWindowTexts = {
  notLoaded: 'The window of the store link could not be loaded. Check your connection and try again.',
  open: 'Go on in the window that has opened. If you closed it, or it did not open, open it again.',
} as const;
