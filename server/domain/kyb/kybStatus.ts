/** The states of our record of an application for verification; the issuer has its own. */
export const kybApplicationStatuses = ['draft', 'submitting', 'submitted', 'decided', 'abandoned'] as const;

/** The issuer's statuses in which it waits for the merchant or has refused the business. */
const merchantsTurn: ReadonlySet<string> = new Set(['PENDING_RESUBMIT', 'PENDING_DOCUMENT', 'REJECTED']);

/** Tells whether the verification has a result that the merchant should see and may correct. */
export function isMerchantsTurn(kybStatus: string | null): boolean {
  return kybStatus !== null && merchantsTurn.has(kybStatus);
}

/** Tells whether the issuer has accepted the business. */
export const isKybAccepted = (kybStatus: string | null): boolean => kybStatus === 'ACCEPTED';
