import { CheckCircleIcon, ErrorIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { isRemedied, type Remedy, type RemedyState } from '../../../server/domain/card/declines.ts';
import { present } from '../../present.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { declinesQuery } from '../queries.ts';
import { Strip } from './Strip.tsx';

interface DeclineStripProps {
  remedyState: RemedyState;
  /** The button of each remedy; null where the person signed in may not use it. */
  remedies: Readonly<Record<Remedy, ReactNode>>;
}

const mendedTexts: Readonly<Record<Remedy, string>> = {
  pay_now: 'You have enough to spend again.',
  reopen: 'Your card is open again.',
  relink: 'Your bank is linked again.',
  none: '',
};

/** Shows the last declined purchase, the reason, and the button that fixes it; once fixed, says that it may be tried again. */
export function DeclineStrip({ remedyState, remedies }: DeclineStripProps) {
  const { receiver, isMasquerading } = useReceiver();
  const query = declinesQuery(useApi(), receiver.token);
  // Do not poll for staff: each of their reads of a customer's account is recorded.
  const { data } = useQuery({ ...query, refetchInterval: isMasquerading ? false : (query.refetchInterval ?? false) });
  const [dismissed, setDismissed] = useState(() => readDismissed());
  const latest = data?.declines.find(({ transaction_token }) => !dismissed.includes(transaction_token));
  if (!latest) return null;

  const isDone = isRemedied(latest, remedyState);
  const dismiss = () => setDismissed(addDismissed(data?.declines ?? []));
  const amount = latest.amount_cents > 0 ? `${formatUsd(cents(latest.amount_cents))} at ` : '';
  return (
    <Strip
      tone={isDone ? 'success' : 'danger'}
      label="Declined purchase"
      icon={isDone ? <CheckCircleIcon color="success" /> : <ErrorIcon color="danger" />}
      title={`Declined ${describeAge(latest.declined_at)}: ${amount}${latest.merchant}`}
      text={isDone ? `${mendedTexts[latest.remedy]} Try the purchase again.` : describeReason(latest)}
      onDismiss={dismiss}
    >
      {!isDone && remedies[latest.remedy]}
    </Strip>
  );
}

function describeReason({ reason, short_by_cents }: DeclinedPurchase): string {
  return short_by_cents === null || short_by_cents <= 0 ? reason : `${reason} It was ${formatUsd(cents(short_by_cents))} over.`;
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const minuteMs = 60_000;

/** Returns `just now`, `12 minutes ago`, `3 hours ago` or `yesterday`. */
function describeAge(instant: string): string {
  const minutes = Math.floor((present().getTime() - new Date(instant).getTime()) / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? relative.format(-hours, 'hour') : relative.format(-Math.floor(hours / 24), 'day');
}

const storageKey = 'dismissed-declines';

/** Returns the tokens of the declines that were dismissed in this browser tab. */
function readDismissed(): readonly string[] {
  return (sessionStorage.getItem(storageKey) ?? '').split(' ');
}

function addDismissed(declines: readonly DeclinedPurchase[]): readonly string[] {
  const dismissed = declines.map(({ transaction_token }) => transaction_token);
  sessionStorage.setItem(storageKey, dismissed.join(' '));
  return dismissed;
}
