import { kybRemedy } from '../../../server/domain/kyb/kybRemedy.ts';
import { isMerchantsTurn } from '../../../server/domain/kyb/kybStatus.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useKyb } from '../kyb/useKyb.ts';
import { CorrectKyb } from './CorrectKyb.tsx';
import { DocumentRequests } from './DocumentRequests.tsx';
import { RefusedKyb } from './RefusedKyb.tsx';

/** Shows what the issuer objects to and what the merchant can do about it. `onSent` is called when something was sent to the issuer. */
export function FixKyb({ onSent }: { onSent: () => void }) {
  const { data: kyb, error, refetch } = useKyb();
  const hasCard = isLinked(useReceiver().receiver.lithic_card_token);
  if (error && !kyb) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  // After something was sent there is nothing to fix until the issuer decides again.
  if (!kyb || !isMerchantsTurn(kyb.issuer_status)) return <Skeleton label="Loading what the card issuer says" lines={8} />;

  const again = () => {
    void refetch();
    onSent();
  };
  const remedy = kybRemedy(kyb, hasCard);
  if (remedy === 'documents') return <DocumentRequests kyb={kyb} onSent={again} />;
  if (remedy === 'correction') return <CorrectKyb key={kyb.submitted_at} kyb={kyb} onSent={again} />;
  return <RefusedKyb key={kyb.submitted_at} kyb={kyb} onSent={again} hasCard={hasCard} />;
}
