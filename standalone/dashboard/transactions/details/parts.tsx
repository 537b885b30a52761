import type { ReactNode } from 'react';
import styled from 'styled-components';
import { formatMoment } from '../../../../server/domain/basics/dateFormats.ts';
import { cents } from '../../../../server/domain/basics/money.ts';
import { capitalized, inWords } from '../../../../server/domain/basics/words.ts';
import { Money } from '../../../layout/Money.tsx';

const Lead = styled.div`
  margin-bottom: 1.25rem;

  p {
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

/** The amount of the row and, below it, the other party or the type. */
export function Heading({ amount_cents, currency, children }: { amount_cents: number; currency?: string | undefined; children: ReactNode }) {
  return (
    <Lead>
      <Money amount={cents(amount_cents)} size="heading" currency={currency} />
      <p>{children}</p>
    </Lead>
  );
}

const List = styled.dl`
  display: grid;
  gap: 0.625rem 1rem;
  grid-template-columns: auto 1fr;
  margin: 0;

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  dd {
    margin: 0;
    overflow-wrap: anywhere;
    text-align: right;
  }
`;

/** A list of names and values. A fact without a value (null or empty) is left out. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <List>
      {facts.map(([name, value]) =>
        value === null || value === '' ? null : (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </List>
  );
}

const Titled = styled.section`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  margin-top: 1.25rem;
  padding-top: 1.25rem;

  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 0.75rem;
  }

  > p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0.75rem 0 0;
  }
`;

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Titled>
      <h3>{title}</h3>
      {children}
    </Titled>
  );
}

const Events = styled.ol`
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    border-left: 2px solid ${({ theme }) => theme.colors.secondary30};
    padding: 0 0 1rem 1rem;
    position: relative;
  }

  li::before {
    background: ${({ theme }) => theme.colors.primary};
    border-radius: 50%;
    content: '';
    height: 0.625rem;
    left: calc(-0.3125rem - 1px);
    position: absolute;
    top: 0.4375rem;
    width: 0.625rem;
  }

  li:last-child {
    border-color: transparent;
    padding-bottom: 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;

/** The events of a transaction, oldest first. */
export function History({ events }: { events: readonly { at: string; text: string }[] }) {
  if (events.length === 0) return null;
  return (
    <Part title="History">
      <Events>
        {events.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            {text}
            <small>{formatMoment(at)}</small>
          </li>
        ))}
      </Events>
    </Part>
  );
}

/** Returns a wire word as text: `AUTHORIZATION_EXPIRY` becomes `Authorization expiry`. */
export function nameOf(word: string): string {
  return capitalized(inWords(word));
}
