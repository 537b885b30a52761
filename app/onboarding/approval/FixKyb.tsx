import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { CorrectKyb } from './CorrectKyb.tsx';
import { DocumentRequests } from './DocumentRequests.tsx';
import { RefusedKyb } from './RefusedKyb.tsx';

interface FixKybProps {
  kyb: KybAnswer;
  token: string;
  supportEmail: string;
}

/** Shows what the issuer objects to and what the merchant can do about it. */
export function FixKyb(props: FixKybProps) {
  const { issuer_status, documents, reasons, may_submit, submitted_at } = props.kyb;
  if (issuer_status === 'PENDING_DOCUMENT' && documents.length > 0) return <DocumentRequests {...props} />;
  const hasFields = reasons.some(({ fields }) => fields.length > 0);
  if (may_submit && (hasFields || issuer_status === 'PENDING_RESUBMIT')) return <CorrectKyb key={submitted_at} {...props} />;
  return <RefusedKyb key={submitted_at} {...props} />;
}
