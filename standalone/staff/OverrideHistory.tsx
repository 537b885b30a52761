import styled from 'styled-components';
import type { getSpendingPowerOverride } from '../../server/contract/staff.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import type { Answer } from '../api.ts';
import { useMoment } from './useMoment.ts';

const List = styled.ol`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  list-style: none;
  margin: 1.5rem 0 0;
  padding: 0.5rem 0 0;

  li {
    padding: 0.5rem 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
    overflow-wrap: anywhere;
  }
`;

/** The overrides that were set and cleared, newest first, each with its author and reason. */
export function OverrideHistory({ rows }: { rows: Answer<typeof getSpendingPowerOverride>['history'] }) {
  const moment = useMoment();
  if (rows.length === 0) return null;
  return (
    <List aria-label="Overrides so far">
      {rows.map(({ override_cents, expires_at, reason, set_by, set_at }) => (
        <li key={set_at}>
          {override_cents === null ? 'Cleared' : `Set to ${formatUsd(cents(override_cents))}`}
          {expires_at !== null && ` until ${moment(expires_at)}`}: {reason}
          <small>
            {set_by}, {moment(set_at)}
          </small>
        </li>
      ))}
    </List>
  );
}
