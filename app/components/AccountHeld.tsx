import { Banner, BlockStack, Button } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { wayToPay } from '../../server/domain/repayment/payNow.ts';
import type { Held } from '../../server/domain/spendingPower/blockEnds.ts';
import { bankSettings, OwnersWay, type Reader } from './OwnersWay.tsx';
import { SupportLink } from './SupportLink.tsx';

interface AccountHeldProps {
  held: readonly Held[];
  receiver: Reader & Pick<ReceiverAnswer, 'payable'>;
}

/** Says what holds the account, and who ends that: the merchant by paying or authorizing debits, or our team. */
export function AccountHeld({ held, receiver }: AccountHeldProps) {
  const pay = wayToPay(receiver.payable.obstacle);
  return (
    <>
      {held.map(({ block, title, text, place }) => (
        <Banner key={block} tone="critical" title={title}>
          <BlockStack gap="200" inlineAlign="start">
            <p>{text}</p>
            {place === 'contact' && <SupportLink />}
            {place === 'bank' && <OwnersWay way={bankSettings} receiver={receiver} />}
            {place === 'payments' && receiver.abilities.includes('pay_now') && <Button url={`/shopify${pay.path}`}>{pay.label}</Button>}
          </BlockStack>
        </Banner>
      ))}
    </>
  );
}
