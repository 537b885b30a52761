import { Banner } from '@shopify/polaris';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import { debitsStopped } from '../../server/domain/bank/debitTexts.ts';

/** Says that the linked account may not be debited, with the way to the settings. Shows nothing while it may. */
export function DebitsStopped({ authorization }: { authorization: DebitAuthorizationAnswer }) {
  const stopped = debitsStopped(authorization);
  if (stopped === null) return null;
  return (
    <Banner tone="warning" title={stopped.title} action={{ content: 'Bank settings', url: '/shopify/settings#bank' }}>
      <p>{stopped.text}</p>
    </Banner>
  );
}
