import { Refusal } from './handle.ts';

/** Reads a whole number from a button's field. Refuses anything else, and one that is out of bounds. */
export function wholeNumber(text: string | undefined, name: string, { least = 0, most = 1_000_000_000 }: { least?: number; most?: number } = {}): number {
  const value = Number(text);
  if (text?.trim() && Number.isSafeInteger(value) && value >= least && value <= most) return value;
  throw new Refusal(400, { error: `${name} must be a whole number from ${least} to ${most}` });
}
