const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is a UUID as databases and providers write it: anything else is asked for by no such name. */
export function isUuid(text: string): boolean {
  return form.test(text);
}
