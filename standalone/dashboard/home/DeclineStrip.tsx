import { Button } from '@bigcommerce/big-design';
import { CheckCircleIcon, CloseIcon, ErrorIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { DeclinedPurchase } from '../../../server/contract/declines.ts';
import { formatShortDate } from '../../../server/domain/dateFormats.ts';
import { isMended, type Remedy, type Standing } from '../../../server/domain/declines.ts';
import { cents, formatUsd } from '../../../server/domain/money.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { declinesQuery } from '../queries.ts';

const Strip = styled.section<{ $isMended: boolean }>`
  align-items: start;
  background: ${({ theme, $isMended }) => ($isMended ? theme.colors.success20 : theme.colors.danger20)};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  display: grid;
  gap: 0.25rem 0.75rem;
  grid-template-columns: auto 1fr auto;
  margin-bottom: 1rem;
  padding: 0.75rem 0.5rem 0.75rem 1rem;

  p {
    margin: 0;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }

  > div:nth-of-type(2) {
    grid-column: 2 / -1;
    grid-row: 2;
  }

  @media (min-width: 900px) {
    align-items: center;
    grid-template-columns: auto 1fr auto auto;

    > div:nth-of-type(2) {
      grid-column: auto;
      grid-row: auto;
    }
  }
`;

interface DeclineStripProps {
  standing: Standing;
  /** The button of a remedy; null where the one who looks may not use it. */
  remedies: Readonly<Record<Remedy, (() => void) | null>>;
}

const remedyLabels: Readonly<Record<Remedy, string>> = { pay_now: 'Pay now', reopen: 'Reopen card', relink: 'Link bank again', none: '' };
const mendedTexts: Readonly<Record<Remedy, string>> = {
  pay_now: 'You have enough to spend again.',
  reopen: 'Your card is open again.',
  relink: 'Your bank is linked again.',
  none: '',
};

/** The last purchase that was declined, why, and the button that mends it; afterwards, that it may be tried again. */
export function DeclineStrip({ standing, remedies }: DeclineStripProps) {
  const { receiver, isMasquerading } = useReceiver();
  const query = declinesQuery(useApi(), receiver.token);
  // Each look of staff at a customer's account is recorded.
  const { data } = useQuery({ ...query, refetchInterval: isMasquerading ? false : (query.refetchInterval ?? false) });
  const [dismissed, setDismissed] = useState(() => readDismissed());
  const latest = data?.declines.find(({ transaction_token }) => !dismissed.includes(transaction_token));
  if (!latest) return null;

  const isDone = isMended(latest, standing);
  const mend = remedies[latest.remedy];
  const dismiss = () => setDismissed(addDismissed(data?.declines ?? []));
  return (
    <Strip role="status" aria-label="Declined purchase" $isMended={isDone}>
      {isDone ? <CheckCircleIcon color="success" /> : <ErrorIcon color="danger" />}
      <div>
        <p>
          <strong>
            Declined: {formatUsd(cents(latest.amount_cents))} at {latest.merchant}
          </strong>
        </p>
        <p>{isDone ? `${mendedTexts[latest.remedy]} Try the purchase again.` : describeReason(latest)}</p>
      </div>
      {!isDone && mend && (
        <div>
          <Button onClick={mend}>{remedyLabels[latest.remedy]}</Button>
        </div>
      )}
      <Button variant="subtle" iconOnly={<CloseIcon title="Dismiss" />} onClick={dismiss} />
    </Strip>
  );
}

function describeReason({ reason, short_by_cents, declined_at }: DeclinedPurchase): string {
  const shortBy = short_by_cents === null || short_by_cents <= 0 ? '' : ` It was ${formatUsd(cents(short_by_cents))} over.`;
  return `${reason}${shortBy} (${formatShortDate(new Date(declined_at), 'local')})`;
}

const storedUnder = 'dismissed-declines';

/** Which ones this browser tab need not see again. */
function readDismissed(): readonly string[] {
  return (sessionStorage.getItem(storedUnder) ?? '').split(' ');
}

function addDismissed(declines: readonly DeclinedPurchase[]): readonly string[] {
  const dismissed = declines.map(({ transaction_token }) => transaction_token);
  sessionStorage.setItem(storedUnder, dismissed.join(' '));
  return dismissed;
}
