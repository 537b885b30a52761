/**
 * Decides whether what a token says of a membership counts: only when it was issued after the membership was last decided
 * here. Tokens name the second in which they were issued, so one from the second of the decision counts as earlier, and so
 * does one that does not say.
 */
export function isClaimNewer(issuedAt: Date | null, decidedAt: Date): boolean {
  return issuedAt !== null && issuedAt > decidedAt;
}
