/**
 * A finding of data that must never be in a log line or reach an analytics host: access tokens, email addresses, card
 * numbers and social security numbers.
 */
export interface Leak {
  kind: string;
  /** The line it is in, shortened around the find. */
  where: string;
}

const emailAddress = /[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g;
const webToken = /eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g;
const socialSecurityNumber = /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g;
const digits = /(?<![\d.])\d{13,19}(?![\d.])/g;

/** Returns whether a number could be a card's, by its check digit. */
function isCardNumber(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** Returns whether a text is an instant in ms: these have 13 digits too, and one in ten passes for a card number. */
const isInstant = (text: string) => text.length === 13 && /^1[5-9]/.test(text);

/** Returns whether a text is a message id of the mail server's own, which names nobody. */
const isMessageId = (text: string) => /^<?[\w.+-]+@headway\.invalid$/.test(text);

export function findLeaks(lines: readonly string[]): Leak[] {
  return lines.flatMap((line) => {
    const found = (kind: string, pattern: RegExp, isLeak: (text: string) => boolean = () => true) =>
      [...line.matchAll(pattern)].filter(([text]) => isLeak(text)).map(({ index }) => ({ kind, where: line.slice(Math.max(0, index - 80), index + 80) }));
    return [
      ...found('email address', emailAddress, (text) => !isMessageId(text)),
      ...found('token', webToken),
      ...found('social security number', socialSecurityNumber),
      ...found('card number', digits, (text) => !isInstant(text) && isCardNumber(text)),
    ];
  });
}
