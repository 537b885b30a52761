import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Mistake } from './mistake.ts';
import { bookMistakes } from './money/books.ts';
import { repaymentMistakes } from './money/repayment.ts';
import { reportMistakes } from './money/reports.ts';
import { serviceMistakes } from './money/services.ts';

/** The lists of mistakes, by the name that the command is given. */
export const lists: ReadonlyMap<string, readonly Mistake[]> = new Map([
  ['money', [...repaymentMistakes, ...bookMistakes, ...reportMistakes, ...serviceMistakes]],
]);

/**
 * Returns the file of a mistake with the mistake in it.
 * @param root the project, or a copy of it.
 * @throws Error when its code does not stand exactly once in the file: the list must follow the code.
 */
export function withMistake(root: string, { file, from, to }: Mistake): string {
  const text = readFileSync(join(root, file), 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${file} has ${places} places for a mistake in: ${from}`);
  return text.replace(from, () => to);
}
