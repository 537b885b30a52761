/** What the issuer says when it waits for the merchant, or has said no. */
const merchantsTurn: ReadonlySet<string> = new Set(['PENDING_RESUBMIT', 'PENDING_DOCUMENT', 'REJECTED']);

/** Whether there is something about the verification that the merchant should see and may mend. */
export function isMerchantsTurn(kybStatus: string | null): boolean {
  return kybStatus !== null && merchantsTurn.has(kybStatus);
}
