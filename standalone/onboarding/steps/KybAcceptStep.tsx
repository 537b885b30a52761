import { useEffect } from 'react';
import { isMerchantsTurn } from '../../../server/domain/kyb/kybTurn.ts';
import { FixKyb } from '../approval/FixKyb.tsx';
import { useApproval } from '../approval/useApproval.ts';
import { Waiting } from '../approval/Waiting.tsx';
import { useGoOn } from '../goOn.ts';

/** The last step: waits for the issuer's word and the card, and goes on by itself; or says what is to be corrected. */
export function KybAcceptStep() {
  const goOn = useGoOn();
  const { data, error, refetch } = useApproval();
  useEffect(() => {
    // What could not be loaded now is loaded after the next look.
    if (data.finished) goOn(data.finished).catch(() => undefined);
  }, [data.finished, goOn]);
  useEffect(() => {
    // Nothing is lost and the next look is soon: told in the console alone.
    if (error) console.warn(error.message);
  }, [error]);
  if (isMerchantsTurn(data.kybStatus)) return <FixKyb onSent={() => void refetch()} />;
  return <Waiting isBusinessAccepted={data.kybStatus === 'ACCEPTED'} />;
}
