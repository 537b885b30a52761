const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Sorts before every other UUID, and is no row's. */
export const lowestUuid = '00000000-0000-0000-0000-000000000000';

/** Tells whether a text is a UUID as databases and providers write it, so that nothing else is looked up as an id. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
