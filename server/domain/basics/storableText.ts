/** Decides whether a text can be stored nowhere: it holds a NUL, or an unpaired surrogate. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** Decides whether a value, or any text within it, can be stored nowhere. The value must be plain data of limited depth. */
export function holdsUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return isUnstorable(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => isUnstorable(name) || holdsUnstorableText(part));
}
