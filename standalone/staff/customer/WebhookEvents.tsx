import { Button } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { postReplay } from '../../../server/contract/staff.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { useApi } from '../../session/session.ts';
import { type Customer, customerKey, customerQuery } from '../queries.ts';
import { useMoment } from '../useMoment.ts';
import { Listing } from './Listing.ts';

type WebhookEvent = Customer['inbox'][number];

/** The pauses before the looks at what became of a replayed event, in milliseconds. They are few: the server records each. */
const looksAfterMs = [500, 1_500, 4_000];

const isWaiting = ({ handled_at, error }: WebhookEvent): boolean => handled_at === null && error === null;

/** The providers' webhook events about a customer, newest first. Each can be processed again, but not by the customer. */
export function WebhookEvents({ customer: { receiver, inbox } }: { customer: Customer }) {
  const mayReplay = receiver.abilities.includes('replay_event');
  if (inbox.length === 0) return <EmptyState heading="No webhook events yet">What the providers tell about this customer appears here.</EmptyState>;
  return (
    <Listing aria-label="Webhook events">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">What</th>
          <th scope="col">Outcome</th>
          {mayReplay && <th scope="col">Again</th>}
        </tr>
      </thead>
      <tbody>
        {inbox.map((event) => (
          <Row key={`${event.provider} ${event.event_id}`} event={event}>
            {mayReplay && <Replay token={receiver.token} event={event} />}
          </Row>
        ))}
      </tbody>
    </Listing>
  );
}

function Row({ event, children }: { event: WebhookEvent; children: ReactNode }) {
  const moment = useMoment();
  return (
    <tr>
      <td data-kind="moment">{moment(event.received_at)}</td>
      <td>
        {event.provider}: {event.type}
      </td>
      <td data-kind="aside">{outcomeOf(event, moment)}</td>
      {children}
    </tr>
  );
}

function Replay({ token, event: { provider, event_id } }: { token: string; event: WebhookEvent }) {
  const api = useApi();
  const queries = useQueryClient();
  const again = useIntent(async (_: null, idempotencyKey) => {
    await api.call<typeof postReplay>('POST /api/staff/receivers/:token/inbox/:provider/:event_id/replay', {
      params: { token, provider, event_id },
      body: {},
      idempotencyKey,
    });
    for (const pauseMs of looksAfterMs) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await queries.invalidateQueries({ queryKey: customerKey(token) });
      const seen = queries.getQueryData(customerQuery(api, token).queryKey)?.inbox.find((one) => one.provider === provider && one.event_id === event_id);
      if (seen === undefined || !isWaiting(seen)) return;
    }
  });
  return (
    <td data-kind="button">
      <Button variant="subtle" isLoading={again.isBusy} onClick={() => void again.run(null)}>
        Replay
      </Button>
      <Problem problem={again.problem} />
    </td>
  );
}

function outcomeOf(event: WebhookEvent, moment: (instant: string) => string): string {
  const { handled_at, attempts, error } = event;
  const tries = attempts > 1 ? ` at attempt ${attempts}` : '';
  if (handled_at !== null) return `Handled${tries}, ${moment(handled_at)}`;
  return isWaiting(event) ? 'Waiting' : `Failed${tries}: ${error}`;
}
