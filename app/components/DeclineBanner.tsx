import { Banner, BlockStack, Button } from '@shopify/polaris';
import type { CardSummary } from '../../server/contract/cards.ts';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { describeDecline, type RemedyState, remedyStateOfCard } from '../../server/domain/card/declines.ts';
import { RaiseOnce } from '../card/RaiseOnce.tsx';

interface DeclineBannerProps {
  declined: DeclinedPurchase;
  /** Of the first card. */
  remedyState: RemedyState;
  cards: readonly CardSummary[];
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities' | 'lithic_card_token'>;
}

/** The last declined purchase with its reason, and the tap that raises a control which stopped it; once that is mended, that it may be tried again. */
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
        {!isMended && remedy === 'raise' && <RaiseOnce declined={declined} receiver={receiver} />}
        {!isMended && (remedy === 'reopen' || remedy === 'release') && <Button url={`/shopify/cards/${declined.card_token}`}>Open the card</Button>}
      </BlockStack>
    </Banner>
  );
}
