import type { FieldError } from './problems.ts';

/** Text that no column and no provider takes: it holds a NUL, or half of a character. */
export function isUnstorable(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

export function unstorableText(path: string): FieldError {
  return { path, message: 'This holds a character that does not exist in text.', fix: 'Type it anew.' };
}

/** Everything in a checked value that cannot be stored; `path` is where the value stands. */
export function unstorableTexts(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') return isUnstorable(value) ? [unstorableText(path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unstorableTexts(part, path === '' ? name : `${path}.${name}`));
}
