/** What of the form is kept apart and only ever shown masked. */
export type IdentifierKind = 'government_id' | 'dob';

const mark = '•';
const idMask = mark.repeat(5);

/** Whether a value is a mask, and so stands for something that was entered before. */
export function isMasked(value: string): boolean {
  return value.includes(mark);
}

/** `•••••6789`. What is too short to be an id shows nothing of itself. */
export function maskGovernmentId(id: string): string {
  const digits = id.replace(/[\s-]/g, '');
  return id === '' ? '' : `${idMask}${digits.length >= 9 ? digits.slice(-4) : ''}`;
}

/** `••/••/1985`. */
function maskDateOfBirth(date: string): string {
  const [, year] = /^\d{2}\/\d{2}\/(\d{4})$/.exec(date.trim()) ?? [];
  return date === '' ? '' : `${mark.repeat(2)}/${mark.repeat(2)}/${year ?? mark.repeat(4)}`;
}

/** How each kind is shown. */
export const maskOf: Readonly<Record<IdentifierKind, (value: string) => string>> = { government_id: maskGovernmentId, dob: maskDateOfBirth };
