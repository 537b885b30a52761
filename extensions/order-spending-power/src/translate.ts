import type words from '../locales/en.default.json';

/** Returns a text of the block in the language of the admin, from the folder `locales`. */
export function translate(key: keyof typeof words, values: Record<string, string> = {}): string {
  return shopify.i18n.translate(key, values);
}
