import type { CardDetail } from '../../../../server/contract/cards.ts';
import { formatShortDate } from '../../../../server/domain/basics/dateFormats.ts';
import { addToWallet } from '../../../../server/domain/card/cardWords.ts';
import { Card } from '../../../layout/Card.tsx';
import { Explanation, FactList } from '../../card/FactList.ts';

/** The wallets and merchants that store the card, and how to add it to a phone; nothing where there is neither. */
export function Wallets({ card: { wallets, addable_wallets } }: { card: CardDetail }) {
  if (wallets.length === 0 && addable_wallets.length === 0) return null;
  return (
    <Card title="Stored in">
      {wallets.length > 0 && (
        <FactList>
          {wallets.map(({ token, wallet, state, since }) => (
            <div key={token}>
              <dt>{wallet}</dt>
              <dd>
                {state}, since {formatShortDate(new Date(since), 'local')}
              </dd>
            </div>
          ))}
        </FactList>
      )}
      {addable_wallets.map((wallet) => (
        <Explanation key={wallet}>{addToWallet(wallet)}</Explanation>
      ))}
    </Card>
  );
}
