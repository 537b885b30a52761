import type { CardAnswer } from '../../../server/contract/card.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { cardFigures, cardFiguresTitle, cardFiguresWords } from '../../../server/domain/card/cardFigures.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { Explanation, FactList } from './FactList.ts';

/** The card's own figures: its limit, and what was spent and is left of that, over its whole life. */
export function CardFigures({ card }: { card: CardAnswer }) {
  const { availableSpendPowerCents: available } = useReceiver().receiver;
  return (
    <Card title={cardFiguresTitle}>
      <FactList>
        {cardFigures(card).map(({ label, amount_cents }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Money amount={cents(amount_cents)} />
            </dd>
          </div>
        ))}
      </FactList>
      <Explanation>{cardFiguresWords(card.state, available)}</Explanation>
    </Card>
  );
}
