import { Button, InlineStack, Text } from '@shopify/polaris';
import type { CardDetail } from '../../server/contract/cards.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { cardKindTexts } from '../../server/domain/card/cardWords.ts';
import { isOver } from '../../server/domain/card/overCard.ts';
import { Facts } from '../components/Facts.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { WhatIsLeft } from './WhatIsLeft.tsx';

/** The card's holder, purpose and what is left of it; without the latter once the card has ended. */
export function CardAbout({ card }: { card: CardDetail }) {
  const { token, holder, purpose, kind, spent_this_month_cents, expires, can } = card;
  const isClosed = isOver(card);
  return (
    <TitledCard title="About this card">
      <WhatIsLeft card={card} timeZone={card.program.time_zone} />
      <Facts
        facts={[
          { label: 'Holder', value: holder.name },
          { label: 'Purpose', value: purpose },
          { label: 'Works for', value: isClosed ? null : cardKindTexts[kind].label },
          { label: 'Spent this month', value: formatUsd(cents(spent_this_month_cents)) },
          { label: 'Last month of use', value: isClosed ? null : expires && monthInWords(expires) },
        ]}
      />
      {kind !== 'standard' && !isClosed && (
        <Text as="p" tone="subdued">
          {cardKindTexts[kind].text}
        </Text>
      )}
      {can.change && (
        <InlineStack>
          <Button url={`/shopify/cards/${token}/edit`}>Change</Button>
        </InlineStack>
      )}
    </TitledCard>
  );
}

/** Returns `09/2029`, as it is printed on a card. */
const monthInWords = (month: string) => month.split('-').toReversed().join('/');
