import { CheckCircleIcon, ErrorIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { madeOnce } from '../../../server/domain/basics/madeOnce.ts';
import { describeDecline, type RemedyState } from '../../../server/domain/card/declines.ts';
import { usePollInterval } from '../../live/live.ts';
import { present } from '../../present.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { withTabStorage } from '../../withStorage.ts';
import { useDeclinedCard } from '../card/declinedCard.ts';
import { type Remedies, RemedyOf } from '../card/RemedyOf.tsx';
import { declinesQuery, pollIntervalMs } from '../queries.ts';
import { Strip } from './Strip.tsx';

interface DeclineStripProps {
  remedyState: RemedyState;
  remedies: Remedies;
}

/** Shows the last declined purchase, the reason, and the button that fixes it; once fixed, says that it may be tried again. */
export function DeclineStrip({ remedyState, remedies }: DeclineStripProps) {
  const { receiver, isMasquerading } = useReceiver();
  const query = declinesQuery(useApi(), receiver.token);
  const interval = usePollInterval(pollIntervalMs);
  // Do not poll for staff: each of their reads of a customer's account is recorded.
  const { data } = useQuery({ ...query, refetchInterval: isMasquerading ? false : interval });
  const [dismissed, setDismissed] = useState(() => readDismissed());
  const latest = data?.declines.find(({ id }) => !dismissed.includes(id));
  if (!latest) return null;
  return <Latest declined={latest} remedyState={remedyState} remedies={remedies} onDismiss={() => setDismissed(addDismissed(data?.declines ?? []))} />;
}

function Latest({ declined, remedyState, remedies, onDismiss }: DeclineStripProps & { declined: DeclinedPurchase; onDismiss: () => void }) {
  const { words, state } = useDeclinedCard(declined, remedyState);
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

const storageKey = 'dismissed-declines';

/** Returns the ids of the declines that were dismissed in this browser tab. */
function readDismissed(): readonly string[] {
  return (withTabStorage((storage) => storage.getItem(storageKey)) ?? '').split(' ');
}

function addDismissed(declines: readonly DeclinedPurchase[]): readonly string[] {
  const dismissed = declines.map(({ id }) => id);
  withTabStorage((storage) => storage.setItem(storageKey, dismissed.join(' ')));
  return dismissed;
}
