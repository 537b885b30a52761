import { isUnstorable } from '../domain/basics/storableText.ts';
import type { FieldError } from './problems.ts';

export function unstorableText(path: string): FieldError {
  return { path, message: 'This holds a character that does not exist in text.', fix: 'Type it anew.' };
}

/** Returns an error for each text within a checked value that cannot be stored; `path` is the path of the value. */
export function unstorableTexts(value: unknown, path: string): FieldError[] {
  if (typeof value === 'string') return isUnstorable(value) ? [unstorableText(path)] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => unstorableTexts(part, path === '' ? name : `${path}.${name}`));
}
