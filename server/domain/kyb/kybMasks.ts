/** The kinds of fields that are stored apart and only ever shown masked. */
export type IdentifierKind = 'government_id' | 'dob';

const mark = '•';
const idMask = mark.repeat(5);

/** Tells whether a value is a mask, which stands for a value entered before. */
export function isMasked(value: string): boolean {
  return value.includes(mark);
}

/** Masks an id as `•••••6789`; shows no digits of a text that is too short to be an id. */
export function maskGovernmentId(id: string): string {
  const digits = id.replace(/[\s-]/g, '');
  return id === '' ? '' : `${idMask}${digits.length >= 9 ? digits.slice(-4) : ''}`;
}

/** `••/••/1985`. */
function maskDateOfBirth(date: string): string {
  const [, year] = /^\d{2}\/\d{2}\/(\d{4})$/.exec(date.trim()) ?? [];
  return date === '' ? '' : `${mark.repeat(2)}/${mark.repeat(2)}/${year ?? mark.repeat(4)}`;
}

/** The masking function of each kind. */
export const maskOf: Readonly<Record<IdentifierKind, (value: string) => string>> = { government_id: maskGovernmentId, dob: maskDateOfBirth };
