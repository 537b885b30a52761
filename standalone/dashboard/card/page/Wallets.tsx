import type { CardDetail } from '../../../../server/contract/cards.ts';
import { formatShortDate } from '../../../../server/domain/basics/dateFormats.ts';
import { describeStored, isStoredIn, walletTexts } from '../../../../server/domain/card/walletWords.ts';
import { Card } from '../../../layout/Card.tsx';
import { isInPanel } from '../../../session/framed.ts';
import { Explanation, FactList } from '../FactList.ts';
import { AddToWallet } from '../wallets/AddToWallet.tsx';
import { OnFullSite } from '../wallets/OnFullSite.tsx';

/** The phones and merchants that store the card, and the buttons that add it to a phone; nothing where there is neither. */
export function Wallets({ card: { token, wallets, addable_wallets, wallet_obstacle } }: { card: CardDetail }) {
  if (wallets.length === 0 && addable_wallets.length === 0 && wallet_obstacle === null) return null;
  const missing = addable_wallets.filter((wallet) => !isStoredIn(wallet, wallets));
  return (
    <Card title={walletTexts.heading}>
      {wallets.length > 0 && (
        <FactList>
          {wallets.map((place) => {
            const { name, state } = describeStored(place);
            return (
              <div key={place.token}>
                <dt>{name}</dt>
                <dd>
                  {state}, since {formatShortDate(new Date(place.since), 'local')}
                </dd>
              </div>
            );
          })}
        </FactList>
      )}
      {wallet_obstacle !== null && <Explanation>{wallet_obstacle}</Explanation>}
      {missing.length > 0 && isInPanel() && <OnFullSite path={`/cards/${token}`} />}
      {!isInPanel() && missing.map((wallet) => <AddToWallet key={wallet} card={token} wallet={wallet} />)}
      {addable_wallets.length > 0 && <Explanation>{missing.length > 0 ? walletTexts.byHand : walletTexts.another}</Explanation>}
    </Card>
  );
}
