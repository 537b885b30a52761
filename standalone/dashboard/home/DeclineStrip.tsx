import { CheckCircleIcon, ErrorIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { madeOnce } from '../../../server/domain/basics/madeOnce.ts';
import { describeDecline, type Remedy, type RemedyState } from '../../../server/domain/card/declines.ts';
import { usePollInterval } from '../../live/live.ts';
import { present } from '../../present.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { withTabStorage } from '../../withStorage.ts';
import { declinesQuery, pollIntervalMs } from '../queries.ts';
import { Strip } from './Strip.tsx';

interface DeclineStripProps {
  remedyState: RemedyState;
  /** The button of each remedy; null where the person signed in may not use it. */
  remedies: Readonly<Record<Remedy, ReactNode>>;
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

  const { purchase, text, isMended, remedy } = describeDecline(latest, remedyState);
  const dismiss = () => setDismissed(addDismissed(data?.declines ?? []));
  return (
    <Strip
      tone={isMended ? 'success' : 'danger'}
      label="Declined purchase"
      icon={isMended ? <CheckCircleIcon color="success" /> : <ErrorIcon color="danger" />}
      title={`Declined ${describeAge(latest.declined_at)}: ${purchase}`}
      text={text}
      onDismiss={dismiss}
    >
      {!isMended && remedies[remedy]}
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
