import { useEffect } from 'react';
import { isKybAccepted, isMerchantsTurn } from '../../../server/domain/kyb/kybStatus.ts';
import { FixKyb } from '../approval/FixKyb.tsx';
import { useApproval } from '../approval/useApproval.ts';
import { Waiting } from '../approval/Waiting.tsx';
import { useStepDone } from '../stepDone.ts';

/** The last step: waits for the issuer's decision and the card and continues by itself, or shows what must be corrected. */
export function KybAcceptStep() {
  const stepDone = useStepDone();
  const { data, error, refetch } = useApproval();
  useEffect(() => {
    // After a failed reload, the next poll tries again.
    if (data.finished) stepDone(data.finished).catch(() => undefined);
  }, [data.finished, stepDone]);
  useEffect(() => {
    // Nothing is lost and the next poll is soon, so only log it.
    if (error) console.warn(error.message);
  }, [error]);
  if (isMerchantsTurn(data.kybStatus)) return <FixKyb onSent={() => void refetch()} />;
  return <Waiting receiver={data.record} isBusinessAccepted={isKybAccepted(data.kybStatus)} />;
}
