import { Banner } from '@shopify/polaris';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import { debitTexts } from '../../server/domain/bank/debitTexts.ts';

/** Says that the linked account may not be debited, with the way to the settings. Shows nothing while it may. */
export function DebitsStopped({ authorization: { account, given, ended } }: { authorization: DebitAuthorizationAnswer }) {
  if (account === null || given !== null) return null;
  return (
    <Banner
      tone="warning"
      title={ended ? debitTexts.ended[ended.reason] : debitTexts.missing}
      action={{ content: 'Bank settings', url: '/shopify/settings#bank' }}
    >
      <p>{account.refusal ?? debitTexts.stopped}</p>
    </Banner>
  );
}
