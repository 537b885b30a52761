import { Banner, BlockStack } from '@shopify/polaris';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import { debitsStopped } from '../../server/domain/bank/debitTexts.ts';
import { bankSettings, OwnersWay, type Reader } from './OwnersWay.tsx';

/** Says that the linked account may not be debited, with the way to the settings. Shows nothing while it may. */
export function DebitsStopped({ authorization, receiver }: { authorization: DebitAuthorizationAnswer; receiver: Reader }) {
  const stopped = debitsStopped(authorization);
  if (stopped === null) return null;
  return (
    <Banner tone="warning" title={stopped.title}>
      <BlockStack gap="200" inlineAlign="start">
        <p>{stopped.text}</p>
        <OwnersWay way={bankSettings} receiver={receiver} />
      </BlockStack>
    </Banner>
  );
}
