import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { getAccessLog } from '../../../server/contract/staff.ts';
import { formatMomentSpan } from '../../../server/domain/basics/dateFormats.ts';
import { accessLogTexts } from '../../../server/domain/staff/accessLogWords.ts';
import type { Answer } from '../../api.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Lead, Section } from './Section.tsx';

type Visit = Answer<typeof getAccessLog>['visits'][number];

const Visits = styled.ol`
  list-style: none;
  margin: 0;
  padding: 0;

  > li {
    padding: 1rem 0;
  }

  > li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  > li:last-child {
    padding-bottom: 0;
  }

  ul {
    margin: 0.25rem 0 0;
    padding-left: 1.25rem;
  }
`;

const When = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0;
`;

const What = styled.p`
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  margin: 0;
`;

/** Shows the merchant when support looked at their account and what support changed. */
export function AccessSection() {
  return (
    <Section id="access">
      <Lead>{accessLogTexts.lead}</Lead>
      <Shown />
    </Section>
  );
}

function Shown() {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', token, 'access-log'],
    queryFn: ({ signal }) => api.call<typeof getAccessLog>('GET /api/users/:token/access_log', { params: { token }, signal }),
    // The page must show a visit that ended a minute ago.
    staleTime: 0,
  });
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading who looked at your account" lines={6} />;
  if (data.visits.length === 0) return <EmptyState heading={accessLogTexts.nobody}>{accessLogTexts.nobodyHint}</EmptyState>;
  return (
    <Visits>
      {data.visits.map((visit) => (
        <Entry key={`${visit.from} ${visit.by}`} {...visit} />
      ))}
    </Visits>
  );
}

function Entry({ from, to, by, looked_only, changes }: Visit) {
  return (
    <li>
      <What>{accessLogTexts.visit(by, looked_only)}</What>
      <When>{formatMomentSpan(from, to)}</When>
      {changes.length > 0 && (
        <ul>
          {changes.map(({ at, text }) => (
            <li key={`${at} ${text}`}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
