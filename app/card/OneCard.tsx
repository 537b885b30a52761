import { Banner, BlockStack, Card, InlineGrid, Link } from '@shopify/polaris';
import { CallFailure } from '../../server/browser/callFailure.ts';
import type { CardAnswer } from '../../server/contract/card.ts';
import type { CardDetail } from '../../server/contract/cards.ts';
import type { ProblemBody } from '../../server/contract/problems.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { endInWords } from '../../server/domain/card/endOfCard.ts';
import { lossTexts } from '../../server/domain/card/lossWords.ts';
import { isOver } from '../../server/domain/card/overCard.ts';
import { pausedCardsWords } from '../../server/domain/spendingPower/blockEnds.ts';
import { AccountHeld } from '../components/AccountHeld.tsx';
import { CardPanel } from '../components/CardPanel.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { BillingAddress } from './BillingAddress.tsx';
import { CardAbout } from './CardAbout.tsx';
import { CardFigures } from './CardFigures.tsx';
import { CardLoss } from './CardLoss.tsx';
import { CardNumber } from './CardNumber.tsx';
import { CardPurchases } from './CardPurchases.tsx';
import { Controls } from './Controls.tsx';
import { Hold } from './Hold.tsx';
import { LimitRaises } from './LimitRaises.tsx';
import { Plastic } from './Plastic.tsx';
import { MerchantsToUpdate, Wallets } from './StoredAt.tsx';

interface OneCardProps {
  receiver: ReceiverAnswer;
  detail: CardDetail;
  /** The card as the issuer has it; null where the issuer could not be asked. */
  issued: CardAnswer | null;
  /** Why the issuer could not be asked; null when it was. */
  problem: ProblemBody | null;
  /** The address of the issuer's frame. */
  frameUrl: string;
  /** The product's time, ISO 8601. */
  now: string;
}

/** A card: its number, its state, what may be bought with it and was, and the ways on when it is gone. */
export function OneCard({ receiver, detail, issued, problem, frameUrl, now }: OneCardProps) {
  const can = (ability: (typeof receiver.abilities)[number]) => receiver.abilities.includes(ability);
  const state = issued?.state ?? detail.state;
  const end = endInWords(state, detail);
  const isClosed = isOver({ state, loss: detail.loss });
  return (
    <BlockStack gap="400">
      {problem && <ProblemBanner problem={new CallFailure(problem)} />}
      {!isClosed && <AccountHeld held={pausedCardsWords(receiver.blocks)} receiver={receiver} />}
      <Ended end={end} successor={detail.successor} />
      <MerchantsToUpdate merchants={detail.merchants_to_update} />
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
        <BlockStack gap="400">
          {issued && detail.can.show_number && (
            <Card>
              <CardNumber card={issued} business_name={receiver.business_name} frameUrl={frameUrl} />
            </Card>
          )}
          {issued && <CardPanel card={issued} receiver={receiver} title={detail.name} hasEnded={end !== null} isClosed={isClosed} />}
          {issued && !isClosed && <Hold card={issued} mayHold={can('pause_card')} />}
          {issued && !isClosed && <Plastic card={issued} mayActivate={can('activate_card')} />}
          <CardAbout card={detail} />
          <CardLoss key={detail.token} card={detail} receiver={receiver} />
        </BlockStack>
        <BlockStack gap="400">
          {!isClosed && <Controls card={detail} />}
          <LimitRaises card={detail} token={receiver.token} now={now} />
          {issued && <CardPurchases card={issued} isClosed={isClosed} />}
          <Wallets card={detail} />
          {!isClosed && <BillingAddress {...receiver} />}
          {issued && can('view_account') && <CardFigures card={issued} available_cents={receiver.availableSpendPowerCents} />}
        </BlockStack>
      </InlineGrid>
    </BlockStack>
  );
}

/** Says why a card works no more, and leads to the one that took its place. */
function Ended({ end, successor }: { end: string | null; successor: string | null }) {
  if (end === null) return null;
  return (
    <Banner tone="info">
      <p>
        {end} {successor !== null && <Link url={`/shopify/cards/${successor}`}>{lossTexts.openNew}</Link>}
      </p>
    </Banner>
  );
}
