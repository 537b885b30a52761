import { Banner, BlockStack } from '@shopify/polaris';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { describeDecline, type RemedyState } from '../../server/domain/card/declines.ts';
import { RaiseOnce } from '../card/RaiseOnce.tsx';

interface DeclineBannerProps {
  declined: DeclinedPurchase;
  remedyState: RemedyState;
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities'>;
}

/** The last declined purchase with its reason, and the tap that raises a control which stopped it; once that is mended, that it may be tried again. */
export function DeclineBanner({ declined, remedyState, receiver }: DeclineBannerProps) {
  const { purchase, text, isMended, remedy } = describeDecline(declined, remedyState);
  return (
    <Banner tone={isMended ? 'success' : 'warning'} title={`Declined: ${purchase}`}>
      <BlockStack gap="200" inlineAlign="start">
        <p>{text}</p>
        {!isMended && remedy === 'raise' && <RaiseOnce declined={declined} receiver={receiver} />}
      </BlockStack>
    </Banner>
  );
}
