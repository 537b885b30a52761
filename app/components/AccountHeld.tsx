import { Banner, BlockStack, Button } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { wayToPay } from '../../server/domain/repayment/payNow.ts';
import type { Held } from '../../server/domain/spendingPower/blockEnds.ts';
import { SupportLink } from './SupportLink.tsx';

interface AccountHeldProps {
  held: readonly Held[];
  receiver: Pick<ReceiverAnswer, 'abilities' | 'payable'>;
}

/** Says what holds the account, and who ends that: the merchant by paying or authorizing debits, or our team. */
export function AccountHeld({ held, receiver: { abilities, payable } }: AccountHeldProps) {
  const pay = wayToPay(payable.obstacle);
  return (
    <>
      {held.map(({ block, title, text, place }) => (
        <Banner key={block} tone="critical" title={title}>
          <BlockStack gap="200" inlineAlign="start">
            <p>{text}</p>
            {place === 'contact' && <SupportLink />}
            {place === 'bank' && <Button url="/shopify/settings#bank">Bank settings</Button>}
            {place === 'payments' && abilities.includes('pay_now') && <Button url={`/shopify${pay.path}`}>{pay.label}</Button>}
          </BlockStack>
        </Banner>
      ))}
    </>
  );
}
