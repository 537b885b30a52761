/** Says how often something can still be done; `what` completes "You can …", such as `send it`. */
export function attemptsInWords(left: number, what: string): string {
  if (left <= 1) return `This is the last time you can ${what}.`;
  return `You can ${what} ${left} more times.`;
}
