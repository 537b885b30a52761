import { Button } from '@bigcommerce/big-design';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Problem } from '../../forms/Problem.tsx';
import { asProblem } from '../../forms/useIntent.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useApi } from '../../session/session.ts';
import { auditQuery } from '../queries.ts';
import { useMoment } from '../useMoment.ts';
import { Lines } from './Lines.ts';
import { Listing } from './Listing.ts';

/** The views, changes and refused attempts on a customer's account, newest first. */
export function AuditLog({ token }: { token: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditQuery(useApi(), token));
  const moment = useMoment();
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading the audit log" lines={10} />;
  const entries = data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <EmptyState heading="Nothing yet">Every look of staff at this customer, and every change, appears here.</EmptyState>;
  return (
    <>
      <Listing aria-label="Audit log">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Request</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.sequence}>
              <td data-kind="moment">{moment(entry.at)}</td>
              <td>{entry.actor_email === null ? 'The system' : `${entry.actor_email} (${entry.actor_role})`}</td>
              <td>
                <Lines>
                  <span>{entry.text}</span>
                  {isCall(entry.action) && <span data-kind="aside">{entry.action}</span>}
                </Lines>
              </td>
              <td data-kind="aside">{entry.request_id}</td>
            </tr>
          ))}
        </tbody>
      </Listing>
      <Problem problem={error && asProblem(error)} />
      {hasNextPage && (
        <Button variant="subtle" isLoading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Older entries
        </Button>
      )}
    </>
  );
}

/** Tells the method and path of a call, such as `GET /api/receiver`, from the name of an act. */
const isCall = (action: string) => action.includes(' /');
