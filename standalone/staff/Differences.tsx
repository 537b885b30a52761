import { Button } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import type { getDifferences, postDifferenceSettled, postStrayTransferSettled } from '../../server/contract/staff.ts';
import { customerName } from '../../server/domain/receiver/customerName.ts';
import type { Answer } from '../api.ts';
import { DialogProblem } from '../forms/DialogProblem.tsx';
import { useIntent } from '../forms/useIntent.ts';
import { Card } from '../layout/Card.tsx';
import { Dialog } from '../layout/Dialog.tsx';
import { DoneNote } from '../layout/DoneNote.tsx';
import { ErrorState } from '../layout/ErrorState.tsx';
import { useApi } from '../session/session.ts';
import { Listing } from './customer/Listing.ts';
import { customerPath, staffQuery } from './customerLinks.ts';
import { differencesQuery } from './queries.ts';
import { useMoment } from './useMoment.ts';

type Difference = Answer<typeof getDifferences>['differences'][number];

/** The open work of staff: failed debits, other differences to the providers and unclaimed credits, the oldest first. Empty when there is none. */
export function Differences() {
  const [settled, setSettled] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(differencesQuery(useApi()));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data || (data.differences.length === 0 && settled === null)) return null;
  return (
    <Card title="To settle">
      <DoneNote>{settled && `Settled: ${settled}`}</DoneNote>
      {data.differences.length > 0 && (
        <Listing aria-label="To settle">
          <thead>
            <tr>
              <th scope="col">Found</th>
              <th scope="col">Customer</th>
              <th scope="col">What to do</th>
              <th scope="col">Done</th>
            </tr>
          </thead>
          <tbody>
            {data.differences.map((difference) => (
              <Row key={difference.id} difference={difference} onSettled={() => setSettled(difference.text)} />
            ))}
          </tbody>
        </Listing>
      )}
      {data.has_more && <p>There are more. They appear here as these are settled.</p>}
    </Card>
  );
}

interface RowProps {
  difference: Difference;
  onSettled: () => void;
}

function Row({ difference, onSettled }: RowProps) {
  const { id, customer, text, reference, is_settled_by_hand, found_at } = difference;
  const { search } = useLocation();
  const moment = useMoment();
  return (
    <tr>
      <td data-kind="moment">{moment(found_at)}</td>
      <td>
        {customer === null ? 'No customer' : <Link to={{ pathname: customerPath(customer.token), search: staffQuery(search) }}>{customerName(customer)}</Link>}
      </td>
      <td>
        {text}
        {reference !== null && <div data-kind="aside">{reference}</div>}
      </td>
      <td data-kind="button">{is_settled_by_hand && <Settle customer={customer} id={id} text={text} onSettled={onSettled} />}</td>
    </tr>
  );
}

/** Marks a difference as settled, once asked again: it cannot be brought back, and of an approval it gives back what that reserves. */
function Settle({ customer, id, text, onSettled }: Pick<Difference, 'customer' | 'id' | 'text'> & Pick<RowProps, 'onSettled'>) {
  const api = useApi();
  const queries = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const settle = useIntent(async (_: null, idempotencyKey) => {
    const order = { body: {}, idempotencyKey };
    try {
      if (customer === null) await api.call<typeof postStrayTransferSettled>('POST /api/staff/stray_transfers/:id/settled', { params: { id }, ...order });
      else
        await api.call<typeof postDifferenceSettled>('POST /api/staff/receivers/:token/differences/:id/settled', {
          params: { token: customer.token, id },
          ...order,
        });
    } finally {
      // A colleague may have settled it meanwhile.
      await queries.invalidateQueries({ queryKey: differencesQuery(api).queryKey });
    }
  });
  async function confirm() {
    const { ok } = await settle.run(null);
    if (!ok) return;
    close();
    onSettled();
  }
  function close() {
    settle.clear();
    setIsAsking(false);
  }
  return (
    <>
      <Button variant="subtle" onClick={() => setIsAsking(true)}>
        Settled
      </Button>
      {isAsking && (
        <Dialog
          title="Is this settled?"
          isBusy={settle.isBusy}
          onClose={close}
          actions={[
            { text: 'Keep it open', variant: 'subtle', onClick: close },
            { text: 'It is settled', isLoading: settle.isBusy, onClick: () => void confirm() },
          ]}
        >
          <p>{customer === null ? 'No customer' : customerName(customer)}</p>
          <p>{text}</p>
          <p>It leaves this list and cannot be brought back. Who settled it is kept.</p>
          <DialogProblem problem={settle.problem} />
        </Dialog>
      )}
    </>
  );
}
