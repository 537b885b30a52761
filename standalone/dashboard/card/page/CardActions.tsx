import { Button } from '@bigcommerce/big-design';
import { lazy, Suspense, useState } from 'react';
import type { CardDetail } from '../../../../server/contract/cards.ts';
import { lossTexts } from '../../../../server/domain/card/lossWords.ts';
import { DoneNote } from '../../../layout/DoneNote.tsx';
import { CloseCard } from './CloseCard.tsx';

const EditCard = lazy(() => import('../form/EditCard.tsx').then((file) => ({ default: file.EditCard })));
const Loss = lazy(() => import('./Loss.tsx').then((file) => ({ default: file.Loss })));

/** The actions on a card that the person signed in may take. */
export function CardActions({ card }: { card: CardDetail }) {
  const [opened, setOpened] = useState<'edit' | 'loss' | 'close' | 'closed' | null>(null);
  const close = () => setOpened(null);
  const { can } = card;
  return (
    <>
      <DoneNote>{opened === 'closed' ? lossTexts.hasClosed : null}</DoneNote>
      {can.report_loss && (
        <Button variant="secondary" onClick={() => setOpened('loss')}>
          {lossTexts.title(card.is_physical)}
        </Button>
      )}
      {can.change && (
        <Button variant="secondary" onClick={() => setOpened('edit')}>
          Change
        </Button>
      )}
      {can.close && (
        <Button variant="subtle" onClick={() => setOpened('close')}>
          Close card
        </Button>
      )}
      <Suspense>
        {opened === 'edit' && <EditCard card={card} onClose={close} />}
        {opened === 'loss' && <Loss card={card} onClose={close} />}
        {opened === 'close' && <CloseCard card={card} onClosed={() => setOpened('closed')} onClose={close} />}
      </Suspense>
    </>
  );
}
