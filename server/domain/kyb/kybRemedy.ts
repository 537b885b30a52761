interface ObjectedKyb {
  readonly issuer_status: string | null;
  readonly documents: readonly unknown[];
  readonly reasons: readonly { readonly fields: readonly unknown[] }[];
  readonly may_submit: boolean;
}

/** Returns what a merchant can do where the issuer objects: send documents, correct the form, or only ask support. */
export function kybRemedy({ issuer_status, documents, reasons, may_submit }: ObjectedKyb): 'documents' | 'correction' | 'support' {
  if (issuer_status === 'PENDING_DOCUMENT' && documents.length > 0) return 'documents';
  const hasFields = reasons.some(({ fields }) => fields.length > 0);
  return may_submit && (hasFields || issuer_status === 'PENDING_RESUBMIT') ? 'correction' : 'support';
}
