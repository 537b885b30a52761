import { Banner, BlockStack, Button } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { wayToPay } from '../../server/domain/repayment/payNow.ts';
import { heldWords } from '../../server/domain/spendingPower/blockEnds.ts';
import { SupportLink } from './SupportLink.tsx';

/** Says what holds the account, and who ends that: the merchant by paying, or our team. Shows nothing while nothing does. */
export function AccountHeld({ receiver: { blocks, abilities, payable } }: { receiver: Pick<ReceiverAnswer, 'blocks' | 'abilities' | 'payable'> }) {
  const pay = wayToPay(payable.obstacle);
  return (
    <>
      {heldWords(blocks).map(({ block, title, text, place }) => (
        <Banner key={block} tone="critical" title={title}>
          <BlockStack gap="200" inlineAlign="start">
            <p>{text}</p>
            {place === 'contact' ? <SupportLink /> : abilities.includes('pay_now') && <Button url={`/shopify${pay.path}`}>{pay.label}</Button>}
          </BlockStack>
        </Banner>
      ))}
    </>
  );
}
