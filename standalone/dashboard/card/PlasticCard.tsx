import { CheckCircleIcon } from '@bigcommerce/big-design-icons';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { CardAnswer } from '../../../server/contract/card.ts';
import { formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { isFollowed, type PlasticStep, plasticSteps, trackingAddress, untrackedText } from '../../../server/domain/card/plastic.ts';
import { Card } from '../../layout/Card.tsx';
import { Hidden } from '../../layout/Hidden.ts';
import { ActivationForm } from './ActivationForm.tsx';
import { Explanation } from './FactList.ts';

const Line = styled.ol`
  display: grid;
  gap: 0.5rem;
  list-style: none;
  margin: 0.5rem 0 0;
  padding: 0;

  li {
    align-items: start;
    color: ${({ theme }) => theme.colors.secondary60};
    display: grid;
    gap: 0.625rem;
    grid-template-columns: 1.5rem minmax(0, 1fr);
  }

  li[aria-current],
  li[data-progress='done'] {
    color: ${({ theme }) => theme.colors.secondary70};
  }

  li[aria-current] strong {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  strong {
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
    overflow-wrap: anywhere;
  }
`;

const Dot = styled.span<{ $isCurrent: boolean }>`
  border: ${({ theme, $isCurrent }) => ($isCurrent ? `5px solid ${theme.colors.primary}` : `2px solid ${theme.colors.secondary30}`)};
  border-radius: 50%;
  box-sizing: border-box;
  height: 1rem;
  margin: 0.25rem;
  width: 1rem;
`;

/** The physical card on its way: what has happened, where it is, and its activation when it has arrived. */
export function PlasticCard({ card }: { card: CardAnswer }) {
  if (card.plastic === null || card.state === 'CLOSED') return null;
  return (
    <Card title="Physical card">
      <Line>
        {plasticSteps(card.state, card.plastic).map((step) => (
          <Step key={step.label} step={step}>
            {card.plastic !== null && isFollowed(step, card.plastic) && <Tracking plastic={card.plastic} />}
          </Step>
        ))}
      </Line>
      {card.state === 'PENDING_ACTIVATION' && <ActivationForm card={card} />}
    </Card>
  );
}

const progressTexts = { done: 'done', current: 'now', ahead: 'still to come' };

function Step({ step: { label, progress, at }, children }: { step: PlasticStep; children: ReactNode }) {
  return (
    <li data-progress={progress} aria-current={progress === 'current' ? 'step' : undefined}>
      {progress === 'done' ? <CheckCircleIcon color="success" /> : <Dot $isCurrent={progress === 'current'} />}
      <div>
        <strong>{label}</strong>
        <Hidden>, {progressTexts[progress]}</Hidden>
        {at !== null && <p>{formatShortDate(new Date(at), 'local')}</p>}
        {children}
      </div>
    </li>
  );
}

function Tracking({ plastic }: { plastic: NonNullable<CardAnswer['plastic']> }) {
  if (plastic.tracking_number === null) return <Explanation>{untrackedText}</Explanation>;
  const address = trackingAddress(plastic);
  return (
    <p>
      {address === null ? (
        `Tracking number ${plastic.tracking_number}`
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          Track {plastic.tracking_number}
        </a>
      )}
    </p>
  );
}
