/** Brings the words of a refusal into sight, by the focus, unless a field with its own mistake has it. They need a `tabIndex` of -1. */
export function showRefusal(words: HTMLElement | null): void {
  if (!document.activeElement?.matches('[aria-invalid="true"]')) words?.focus();
}
