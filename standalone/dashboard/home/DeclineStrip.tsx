import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import type { CardAnswer } from '../../../server/contract/card.ts';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { usePollInterval } from '../../live/live.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { withTabStorage } from '../../withStorage.ts';
import type { Remedies } from '../card/RemedyOf.tsx';
import { declinesQuery, pollIntervalMs } from '../queries.ts';

/** Most days nothing was declined, and the words of all reasons need not be loaded. */
const LatestDecline = lazy(() => import('./LatestDecline.tsx').then((file) => ({ default: file.LatestDecline })));

interface DeclineStripProps {
  /** The card of home; null until it is read. */
  card: CardAnswer | null;
  remedies: Remedies;
}

/** Shows the last declined purchase, the reason, and the button that fixes it; once fixed, says that it may be tried again. */
export function DeclineStrip({ card, remedies }: DeclineStripProps) {
  const { receiver, isMasquerading } = useReceiver();
  const query = declinesQuery(useApi(), receiver.token);
  const interval = usePollInterval(pollIntervalMs);
  // Do not poll for staff: each of their reads of a customer's account is recorded.
  const { data } = useQuery({ ...query, refetchInterval: isMasquerading ? false : interval });
  const [dismissed, setDismissed] = useState(() => readDismissed());
  const latest = data?.declines.find(({ id }) => !dismissed.includes(id));
  if (!latest) return null;
  return <LatestDecline declined={latest} card={card} remedies={remedies} onDismiss={() => setDismissed(addDismissed(data?.declines ?? []))} />;
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
