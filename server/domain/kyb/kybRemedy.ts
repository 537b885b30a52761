interface ObjectedKyb {
  readonly issuer_status: string | null;
  readonly documents: readonly unknown[];
  readonly reasons: readonly { readonly fields: readonly unknown[] }[];
  readonly may_submit: boolean;
}

/**
 * Returns what a merchant can do where the issuer objects: send documents, correct the form, or only ask support. One who has a card
 * and is refused reads first what that means for it, and may correct the form from there.
 */
export function kybRemedy({ issuer_status, documents, reasons, may_submit }: ObjectedKyb, hasCard: boolean): 'documents' | 'correction' | 'support' {
  if (issuer_status === 'PENDING_DOCUMENT' && documents.length > 0) return 'documents';
  if (issuer_status === 'REJECTED' && hasCard) return 'support';
  const hasFields = reasons.some(({ fields }) => fields.length > 0);
  return may_submit && (hasFields || issuer_status === 'PENDING_RESUBMIT') ? 'correction' : 'support';
}
