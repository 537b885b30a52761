import { digits } from './digits.ts';

/** Returns the check digit (ISO/IEC 7812) for a card number that lacks it. */
function checkDigit(digits: string): number {
  const sum = [...digits].reverse().reduce((total, character, place) => {
    const doubled = place % 2 === 0 ? Number(character) * 2 : Number(character);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** Returns a card number of 16 digits in a range that no bank issues from. */
export function newPan(): string {
  const body = `400000${digits(9)}`;
  return `${body}${checkDigit(body)}`;
}

export const newCvv = (): string => digits(3);
