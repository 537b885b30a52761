import { CheckCircleIcon, ErrorIcon } from '@bigcommerce/big-design-icons';
import type { CardAnswer } from '../../../server/contract/card.ts';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { madeOnce } from '../../../server/domain/basics/madeOnce.ts';
import { describeDecline, remedyStateOf } from '../../../server/domain/card/declines.ts';
import { present } from '../../present.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useDeclinedCard } from '../card/declinedCard.ts';
import { type Remedies, RemedyOf } from '../card/RemedyOf.tsx';
import { Strip } from './Strip.tsx';

interface LatestDeclineProps {
  declined: DeclinedPurchase;
  /** The card of home; null until it is read. */
  card: CardAnswer | null;
  remedies: Remedies;
  onDismiss: () => void;
}

/** A declined purchase: the reason, and the button that fixes it; once fixed, that it may be tried again. */
export function LatestDecline({ declined, card, remedies, onDismiss }: LatestDeclineProps) {
  const { receiver } = useReceiver();
  const { words, state } = useDeclinedCard(declined, remedyStateOf(card, receiver));
  const { purchase, text, isMended, remedy } = describeDecline(declined, state);
  return (
    <Strip
      tone={isMended ? 'success' : 'danger'}
      label="Declined purchase"
      icon={isMended ? <CheckCircleIcon color="success" /> : <ErrorIcon color="danger" />}
      title={`Declined ${describeAge(declined.declined_at)}: ${purchase}${words}`}
      text={text}
      onDismiss={onDismiss}
    >
      {!isMended && <RemedyOf declined={declined} remedy={remedy} remedies={remedies} />}
    </Strip>
  );
}

const relative = madeOnce(() => new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' }));
const minuteMs = 60_000;

/** Returns `just now`, `12 minutes ago`, `3 hours ago` or `yesterday`. */
function describeAge(instant: string): string {
  const minutes = Math.floor((present().getTime() - new Date(instant).getTime()) / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative().format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? relative().format(-hours, 'hour') : relative().format(-Math.floor(hours / 24), 'day');
}
