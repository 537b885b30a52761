const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Tells whether a text is a UUID as databases and providers write it, so that nothing else is looked up as an id. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
