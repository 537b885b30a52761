import { Banner, BlockStack } from '@shopify/polaris';
import type { CardSummary } from '../../server/contract/cards.ts';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { describeDecline, type RemedyState, remedyStateOfCard } from '../../server/domain/card/declines.ts';
import { RemedyOf } from '../card/RemedyOf.tsx';

interface DeclineBannerProps {
  declined: DeclinedPurchase;
  /** Of the first card. */
  remedyState: RemedyState;
  cards: readonly CardSummary[];
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities' | 'lithic_card_token' | 'payable'>;
}

/** The last declined purchase with its reason and what helps; once that is mended, that it may be tried again. */
export function DeclineBanner({ declined, remedyState, cards, receiver }: DeclineBannerProps) {
  const state = remedyStateOfCard(declined.card_token, remedyState, { first: receiver.lithic_card_token, cards });
  const { purchase, text, isMended, remedy } = describeDecline(declined, state);
  return (
    <Banner tone={isMended ? 'success' : 'warning'} title={`Declined: ${purchase}`}>
      <BlockStack gap="200" inlineAlign="start">
        <p>
          {declined.card_name !== null && `${declined.card_name} •••• ${declined.card_last_four}: `}
          {text}
        </p>
        {!isMended && <RemedyOf declined={declined} remedy={remedy} receiver={receiver} cardOfPage={undefined} />}
      </BlockStack>
    </Banner>
  );
}
