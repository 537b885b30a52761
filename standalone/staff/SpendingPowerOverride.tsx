import { Button, Checkbox } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../server/browser/focus.ts';
import type { deleteSpendingPowerOverride, putSpendingPowerOverride } from '../../server/contract/staff.ts';
import { blockLabels } from '../../server/domain/spendingPower/blocks.ts';
import { boundsInWords, type OverrideInForce, overrideInForce } from '../../server/domain/spendingPower/spendingPowerOverride.ts';
import { useProgram } from '../brand/program.ts';
import { useProgramDay, useViewDate } from '../dashboard/today.ts';
import { FieldError } from '../forms/fieldLayout.ts';
import { Problem } from '../forms/Problem.tsx';
import { TypedField } from '../forms/TypedField.tsx';
import { useIntent } from '../forms/useIntent.ts';
import { ErrorState } from '../layout/ErrorState.tsx';
import { useReceiver } from '../session/receiver.ts';
import { useApi } from '../session/session.ts';
import { emptyOverride, readOverride } from './newOverride.ts';
import { OverrideHistory } from './OverrideHistory.tsx';
import { overrideQuery, readAgain } from './queries.ts';
import { useMoment } from './useMoment.ts';

const Section = styled.section`
  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.large};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 0.25rem;
  }

  p {
    margin: 0 0 1.25rem;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: inherit;
  }
`;

const Fields = styled.div`
  display: grid;
  gap: 1.25rem;
  margin-bottom: 1.5rem;

  @media (min-width: 600px) {
    grid-template-columns: 1fr 1fr;

    > :last-child {
      grid-column: 1 / -1;
    }
  }
`;

const Bounds = styled.div`
  margin-bottom: 1.5rem;
`;

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;

  .bd-button {
    margin: 0;
  }
`;

/** A form that replaces the computed spending power by an amount, for good or until a day, and that clears this override. */
export function SpendingPowerOverride() {
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  const { receiver } = useReceiver();
  const { shown_now } = useViewDate();
  const today = useProgramDay();
  const { time_zone } = useProgram();
  const moment = useMoment();
  const history = useQuery({ ...overrideQuery(useApi(), receiver.token), enabled: receiver.abilities.includes('override_spending_power') });
  const [typed, setTyped] = useState(emptyOverride);
  const [shows, setShows] = useState<'nothing' | 'reason' | 'all'>('nothing');
  const change = useChangeOverride(() => {
    setTyped(emptyOverride);
    setShows('nothing');
  });

  const inForce = overrideInForce(receiver, shown_now);
  const { override_cents, expires_at, bounds_expire_at } = inForce;
  const bounds = boundsInWords(inForce);
  const { body, problems } = readOverride(typed, { today, time_zone, bounds });

  function update() {
    setShows('all');
    if (body) void change.run(body);
    else focusFirstProblem(section.current);
  }
  function clear() {
    setShows('reason');
    if (problems.reason === undefined) void change.run({ drops_bounds: typed.dropsBounds, reason: typed.reason.trim() });
    else focusFirstProblem(section.current);
  }
  return (
    <Section ref={section} aria-labelledby={headingId}>
      <h3 id={headingId}>Set Spending Power Override</h3>
      <p aria-live="polite">
        Current override (in cents): {override_cents ?? 'NONE'}
        {expires_at !== null && <small>, until {moment(expires_at)}</small>}
      </p>
      {bounds !== null && (
        <p>
          In force {override_cents === null ? 'now' : 'without the override'}: {bounds}
          {bounds_expire_at !== null && <small>, until {moment(bounds_expire_at)}</small>}.{' '}
          {`Setting or clearing an override leaves ${boundsPronoun(inForce)}.`}
        </p>
      )}
      {receiver.blocks.length > 0 && <p>Spending power is $0.00 whatever is set here, as long as this stands: {blockLabels(receiver.blocks, 'staff')}.</p>}
      <Problem problem={change.problem} />
      <Fields>
        <TypedField
          type="number"
          label="New override (in cents)"
          placeholder="100"
          min={0}
          step={1}
          value={typed.amount}
          onChange={(amount) => setTyped({ ...typed, amount })}
          problem={shows === 'all' ? problems.amount : undefined}
        />
        <TypedField
          type="date"
          label="Last day (optional)"
          hint="In the program’s time zone. Without one it holds until it is cleared."
          value={typed.lastDay}
          onChange={(lastDay) => setTyped({ ...typed, lastDay })}
          problem={shows === 'all' ? problems.lastDay : undefined}
        />
        <TypedField
          label="Reason"
          isLong
          value={typed.reason}
          onChange={(words) => setTyped({ ...typed, reason: words })}
          problem={shows === 'nothing' ? undefined : problems.reason}
        />
      </Fields>
      {bounds !== null && (
        <Bounds>
          <Checkbox
            label={`Also remove ${bounds}`}
            checked={typed.dropsBounds}
            aria-invalid={shows === 'all' && problems.dropsBounds !== undefined}
            onChange={(event) => setTyped({ ...typed, dropsBounds: event.target.checked })}
          />
          {shows === 'all' && problems.dropsBounds !== undefined && <FieldError>{problems.dropsBounds}</FieldError>}
        </Bounds>
      )}
      <Buttons>
        <Button variant="secondary" disabled={change.isBusy || (override_cents === null && !typed.dropsBounds)} onClick={clear}>
          Clear Spending Power Override
        </Button>
        <Button isLoading={change.isBusy} onClick={update}>
          Update Spending Power Override
        </Button>
      </Buttons>
      {history.error && !history.data ? (
        <ErrorState message={history.error.message} onRetry={() => void history.refetch()} />
      ) : (
        <OverrideHistory rows={history.data?.history ?? []} />
      )}
    </Section>
  );
}

const boundsPronoun = ({ floor_cents, ceiling_cents }: OverrideInForce) =>
  floor_cents !== null && ceiling_cents !== null ? 'both as they are' : 'it as it is';

type NewOverride = NonNullable<ReturnType<typeof readOverride>['body']>;

/**
 * Returns the intent that sets an override or, given no amount, clears it, and shows the stored record. `onStored` runs
 * before anything is read again, so that nothing is lost of what is typed next.
 */
function useChangeOverride(onStored: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, show } = useReceiver();
  const params = { token: receiver.token };
  return useIntent(async (change: NewOverride | { drops_bounds: boolean; reason: string }) => {
    const stored =
      'override_cents' in change
        ? await api.call<typeof putSpendingPowerOverride>('PUT /api/staff/receivers/:token/spending_power_override', { params, body: change })
        : await api.call<typeof deleteSpendingPowerOverride>('DELETE /api/staff/receivers/:token/spending_power_override', { params, body: change });
    onStored();
    show(stored);
    await readAgain(queries, receiver.token);
  });
}
