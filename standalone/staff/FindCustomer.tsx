import { Button, Input } from '@bigcommerce/big-design';
import { SearchIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import type { getCustomers } from '../../server/contract/staff.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { dayIn } from '../../server/domain/basics/dates.ts';
import { minimumSearchLength, typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { customerName } from '../../server/domain/receiver/customerName.ts';
import type { Answer } from '../api.ts';
import { useProgram } from '../brand/program.ts';
import { EmptyState } from '../layout/EmptyState.tsx';
import { ErrorState } from '../layout/ErrorState.tsx';
import { Page } from '../layout/Page.tsx';
import { Skeleton } from '../layout/Skeleton.tsx';
import { useApi } from '../session/session.ts';
import { customerPath, staffQuery, viewAsCustomer } from './customerLinks.ts';
import { Differences } from './Differences.tsx';
import { foundCustomersQuery, sharedIdentitiesQuery } from './queries.ts';
import { RiskMarks } from './RiskMarks.tsx';
import { WaysOn } from './WaysOn.ts';

const Search = styled.form`
  align-items: end;
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  margin-bottom: 1.5rem;

  > :first-child {
    flex: 1 1 16rem;
  }

  .bd-button {
    margin: 0;
  }
`;

const Found = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;

  > li {
    align-items: center;
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem 1.5rem;
    justify-content: space-between;
    padding: 0.875rem 0;
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

const Name = styled.p`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  gap: 0.25rem 0.5rem;
`;

const Facts = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
`;

/** A page that finds customers of the program by a part of their email address or business name. */
export function FindCustomer() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('q') ?? '';
  const [typed, setTyped] = useState(asked);
  // The address changed the search: the back button, or the sidebar's link, which leads to an empty one.
  useEffect(() => setTyped(asked), [asked]);

  function search(event: FormEvent) {
    event.preventDefault();
    const next = new URLSearchParams(query);
    next.set('q', typed.trim());
    setQuery(next);
  }
  return (
    <Page title="Find a customer" narrow>
      <Search role="search" onSubmit={search}>
        <Input
          type="search"
          label="Email or business name"
          description="A part of it will do."
          iconLeft={<SearchIcon color="secondary60" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          maxLength={typedLengths.customerSearch}
          // People open this page to type a search.
          autoFocus
        />
        <Button type="submit" disabled={typed.trim().length < minimumSearchLength}>
          Search
        </Button>
      </Search>
      {asked.length >= minimumSearchLength ? (
        <Results q={asked} />
      ) : (
        <>
          <Differences />
          <ToLookAt />
        </>
      )}
    </Page>
  );
}

/** The customers who wait for a decision of staff. Nothing is shown while there is none. */
function ToLookAt() {
  const { data, error, refetch } = useQuery(sharedIdentitiesQuery(useApi()));
  const { search } = useLocation();
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data || data.shared_identities.length === 0) return null;
  return (
    <section aria-labelledby="to-look-at">
      <h2 id="to-look-at">Share a store or an EIN with another account</h2>
      <Found>
        {data.shared_identities.map(({ id, token, email, business_name, kind, state }) => (
          <li key={id}>
            <div>
              <Name>{customerName({ business_name, email })}</Name>
              <Facts>
                {kind === 'ein' ? 'EIN' : 'Store'}, {state === 'refused' ? 'refused' : 'no spending power until it is allowed'}
              </Facts>
            </div>
            <WaysOn as="p">
              <Link to={{ pathname: customerPath(token), search: staffQuery(search) }} aria-label={`Customer page of ${email}`}>
                Customer page
              </Link>
            </WaysOn>
          </li>
        ))}
      </Found>
    </section>
  );
}

function Results({ q }: { q: string }) {
  const { data, error, refetch } = useQuery(foundCustomersQuery(useApi(), q));
  if (error && !data) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Looking for customers" lines={6} />;
  if (data.receivers.length === 0)
    return <EmptyState heading="Nobody found">No customer of this program has “{q}” in the email or the business name. Try a shorter part of it.</EmptyState>;
  return (
    <Found aria-label="Customers found">
      {data.receivers.map((customer) => (
        <Result key={customer.token} customer={customer} />
      ))}
    </Found>
  );
}

function Result({ customer }: { customer: Answer<typeof getCustomers>['receivers'][number] }) {
  const { token, email, business_name, created_at } = customer;
  const { time_zone } = useProgram();
  const { search } = useLocation();
  return (
    <li>
      <div>
        <Name>
          {customerName(customer)}
          <RiskMarks {...customer} />
        </Name>
        <Facts>{business_name === null ? 'No business name yet' : email}</Facts>
        <Facts>Customer since {formatDay(dayIn(time_zone, new Date(created_at)))}</Facts>
      </div>
      <WaysOn as="p">
        <Link to={viewAsCustomer(email, search)} aria-label={`View as customer ${email}`}>
          View as customer
        </Link>
        <Link to={{ pathname: customerPath(token), search: staffQuery(search) }} aria-label={`Customer page of ${email}`}>
          Customer page
        </Link>
      </WaysOn>
    </li>
  );
}
