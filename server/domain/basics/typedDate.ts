/** Formats a date while it is typed as MM/DD/YYYY: inserts slashes, pads single digits, and reorders a browser's YYYY-MM-DD. */
export function typedDate(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim()) ?? [];
  if (year !== undefined) return `${month}/${day}/${year}`;
  const typed = text
    .replace(/[-.]/g, '/')
    .replace(/[^\d/]/g, '')
    .replace(/(?<=^|\/)\d(?=\/)/g, (digit) => `0${digit}`);
  const digits = typed.replaceAll('/', '').slice(0, 8);
  const date = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
  const isBetweenParts = digits.length === 2 || digits.length === 4;
  return typed.endsWith('/') && isBetweenParts ? `${date}/` : date;
}
