import { Link, useLocation } from 'react-router-dom';
import type { CardSummary } from '../../../server/contract/cards.ts';
import { cardsTexts } from '../../../server/domain/card/cardWords.ts';
import { walletKeys, walletNames } from '../../../server/domain/card/walletWords.ts';
import { Card } from '../../layout/Card.tsx';
import { pageDescription } from '../../page.ts';
import { useReceiver } from '../../session/receiver.ts';
import { pageQuery } from '../pageQuery.ts';
import { WhatIsLeft } from './CardList.tsx';
import { Explanation } from './FactList.ts';

/** The only card: left within its own limits, and the links to set them, report a loss, or replace the plastic. */
export function OnlyCardControls({ card }: { card: CardSummary }) {
  const { receiver } = useReceiver();
  const search = pageQuery(useLocation().search);
  const isManager = receiver.abilities.includes('manage_cards');
  const isHolder = receiver.abilities.includes('show_pan') && card.holder.id === (receiver.member?.id ?? null);
  const setUp = pageDescription(document).settings.wallets;
  const wallets = walletKeys.filter((wallet) => setUp[wallet] !== null).map((wallet) => walletNames[wallet]);
  return (
    <Card
      title="Limits, loss and replacement"
      action={<Link to={{ pathname: `/cards/${card.token}`, search }}>{isManager ? 'Open its settings' : 'Open'}</Link>}
    >
      <WhatIsLeft card={card} />
      {!card.has_controls && <Explanation>{cardsTexts.noControls}</Explanation>}
      {isHolder && wallets.length > 0 && <Explanation>Add it to {wallets.join(' or ')} on its own page.</Explanation>}
    </Card>
  );
}
