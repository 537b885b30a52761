import { Button } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import type { postSharedIdentityClear } from '../../../server/contract/staff.ts';
import { Problem } from '../../forms/Problem.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { useApi } from '../../session/session.ts';
import { customerPath, staffQuery } from '../customerLinks.ts';
import { type Customer, readAgain, sharedIdentitiesQuery } from '../queries.ts';
import { reasonProblem } from '../reason.ts';
import { useMoment } from '../useMoment.ts';

const List = styled.ul`
  list-style: none;
  margin: 0 0 1.5rem;
  padding: 0;

  > li {
    border-left: 3px solid ${({ theme }) => theme.colors.warning};
    display: grid;
    gap: 0.5rem;
    margin-bottom: 1rem;
    max-width: 38rem;
    padding-left: 1rem;
  }

  li > p {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

const AllowForm = styled.form`
  display: grid;
  gap: 0.75rem;

  .bd-button {
    justify-self: start;
    margin: 0;
  }
`;

type Shared = Customer['shared_identities'][number];

/** The EIN and the stores that a customer shares with another account, with that account, and for an admin a way to allow it. */
export function SharedIdentities({ customer: { receiver, shared_identities } }: { customer: Customer }) {
  const moment = useMoment();
  if (shared_identities.length === 0) return null;
  const mayAllow = receiver.abilities.includes('clear_identity');
  return (
    <List aria-label="Shared with other accounts">
      {shared_identities.map((shared) => (
        <li key={shared.id}>
          <p>
            {inWords(shared, moment)} <Other shared={shared} />
          </p>
          {mayAllow && !shared.is_holder && shared.state !== 'cleared' && <Allow token={receiver.token} id={shared.id} />}
        </li>
      ))}
    </List>
  );
}

const stateWords: Readonly<Partial<Record<Shared['state'], string>>> = {
  flagged: 'without spending power until it is allowed',
  refused: 'refused',
  cleared: 'allowed by staff',
};

function inWords({ kind, state, is_holder, claimed_at }: Shared, moment: (instant: string) => string): string {
  const what = kind === 'ein' ? 'EIN' : 'store';
  const since = moment(claimed_at);
  const outcome = stateWords[state] ?? state;
  return is_holder ? `Another account wants this customer’s ${what} (${outcome}, ${since}):` : `Another account has this ${what} (${outcome}, ${since}):`;
}

function Other({ shared: { other } }: { shared: Shared }) {
  const { search } = useLocation();
  if (other === null) return 'no longer.';
  if (other.token === null) return `${other.email}, in the program ${other.program}.`;
  return <Link to={{ pathname: customerPath(other.token), search: staffQuery(search) }}>{other.email}</Link>;
}

function Allow({ token, id }: { token: string; id: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [reason, setReason] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const problem = reasonProblem(reason);
  const allowing = useIntent(async (body: { reason: string }, idempotencyKey) => {
    const params = { token, id };
    await api.call<typeof postSharedIdentityClear>('POST /api/staff/receivers/:token/shared_identities/:id/clear', { params, body, idempotencyKey });
    await Promise.all([readAgain(queries, token), queries.invalidateQueries({ queryKey: sharedIdentitiesQuery(api).queryKey })]);
  });
  async function allow(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (problem === undefined) await allowing.run({ reason: reason.trim() });
    else focusFirstProblem(form.current);
  }
  return (
    <AllowForm ref={form} aria-label="Allow both accounts" onSubmit={(event) => void allow(event)}>
      <TypedField label="Reason" value={reason} onChange={setReason} problem={isChecked ? problem : undefined} />
      <Problem problem={allowing.problem} />
      <Button type="submit" variant="secondary" isLoading={allowing.isBusy}>
        Allow both accounts
      </Button>
    </AllowForm>
  );
}
