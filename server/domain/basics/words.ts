/** `PENDING_REVIEW` → `pending review`: a provider's word as people read it. */
export function inWords(word: string): string {
  return word.replaceAll('_', ' ').toLowerCase();
}

/** Capitalizes the first letter. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
