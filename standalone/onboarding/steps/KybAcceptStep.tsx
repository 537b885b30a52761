import { useEffect } from 'react';
import { Accepted } from '../approval/Accepted.tsx';
import { FixKyb } from '../approval/FixKyb.tsx';
import { isMerchantsTurn } from '../approval/kybTurn.ts';
import { useApproval } from '../approval/useApproval.ts';
import { Waiting } from '../approval/Waiting.tsx';

/** The last step: waits for the issuer's word and the card, and goes on by itself; or says what is to be corrected. */
export function KybAcceptStep() {
  const { data, error, refetch } = useApproval();
  useEffect(() => {
    // Nothing is lost and the next look is soon: told in the console alone.
    if (error) console.warn(error.message);
  }, [error]);
  if (data.finished) return <Accepted receiver={data.finished} />;
  if (isMerchantsTurn(data.kybStatus)) return <FixKyb onSent={() => void refetch()} />;
  return <Waiting isBusinessAccepted={data.kybStatus === 'ACCEPTED'} />;
}
