import type { FieldError } from './problems.ts';

/** Decides whether a text can be stored nowhere: it holds a NUL, or an unpaired surrogate. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

export function unstorableText(path: string): FieldError {
  return { path, message: 'This holds a character that does not exist in text.', fix: 'Type it anew.' };
}

/** Returns an error for each text within a checked value that cannot be stored; `path` is the path of the value. */
export function unstorableTexts(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') return isUnstorable(value) ? [unstorableText(path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unstorableTexts(part, path === '' ? name : `${path}.${name}`));
}
