import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { kybRemedy } from '../../../server/domain/kyb/kybRemedy.ts';
import { CorrectKyb } from './CorrectKyb.tsx';
import { DocumentRequests } from './DocumentRequests.tsx';
import { RefusedKyb } from './RefusedKyb.tsx';

interface FixKybProps {
  kyb: KybAnswer;
  token: string;
  /** Whether the business had been accepted, and got a card. */
  hasCard: boolean;
  supportEmail: string;
}

/** Shows what the issuer objects to and what the merchant can do about it. */
export function FixKyb(props: FixKybProps) {
  const { submitted_at } = props.kyb;
  const remedy = kybRemedy(props.kyb, props.hasCard);
  if (remedy === 'documents') return <DocumentRequests {...props} />;
  if (remedy === 'correction') return <CorrectKyb key={submitted_at} {...props} />;
  return <RefusedKyb key={submitted_at} {...props} />;
}
