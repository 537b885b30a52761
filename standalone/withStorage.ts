/** Uses the browser's storage, or returns null where the browser denies it. */
export function withStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(localStorage);
  } catch {
    return null;
  }
}

/** Uses the storage of this tab, or returns null where the browser denies it. */
export function withTabStorage<Value>(use: (storage: Storage) => Value): Value | null {
  try {
    return use(sessionStorage);
  } catch {
    return null;
  }
}
