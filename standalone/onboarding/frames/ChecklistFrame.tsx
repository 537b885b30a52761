import { CheckIcon } from '@bigcommerce/big-design-icons';
import styled from 'styled-components';
import { type Milestone, milestones, progressOf, withObjection } from '../../../server/domain/onboarding/milestones.ts';
import { openingTexts } from '../../../server/domain/onboarding/openingTexts.ts';
import { useProgram } from '../../brand/program.ts';
import { TextButton } from '../../forms/TextButton.ts';
import { Hidden } from '../../layout/Hidden.ts';
import { useReceiver } from '../../session/receiver.ts';
import { OpeningPage } from '../opening/OpeningPage.tsx';
import { useOpening } from '../opening/useOpening.ts';
import { Step } from '../steps/Step.tsx';
import { useShownStep } from '../useShownStep.ts';
import { PlainFrame } from './PlainFrame.tsx';
import { StepLevel } from './StepHeading.tsx';

const Intro = styled.header`
  margin-bottom: 2rem;

  h1 {
    font-size: 1.75rem;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    letter-spacing: -0.015em;
    line-height: 2.25rem;
    margin: 0;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0.5rem 0 0;
  }

  @media print {
    display: none;
  }
`;

const List = styled.ol`
  list-style: none;
  margin: 0;
  padding: 0;
`;

const Item = styled.li<{ $state: Milestone['state'] }>`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  display: grid;
  column-gap: 1rem;
  grid-template-columns: 1.5rem minmax(0, 1fr);
  padding: 0.875rem 0;

  &:last-child {
    border-bottom: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  h2 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme, $state }) => theme.typography.fontWeight[$state === 'later' ? 'regular' : 'semiBold']};
    margin: 0;
  }

  > div > p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
  }

  @media print {
    border: 0;
    display: ${({ $state }) => ($state === 'current' ? 'block' : 'none')};
  }
`;

/** The open step stands out as the only item on a surface. */
const Open = styled.li`
  background: ${({ theme }) => theme.colors.white};
  border: 1px solid ${({ theme }) => theme.colors.secondary20};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  margin: 0.5rem 0;
  padding: 1.25rem;

  & + li {
    border-top: 0;
  }

  @media (min-width: 900px) {
    margin: 0.5rem -2rem;
    padding: 2rem;
  }

  @media print {
    border: 0;
    margin: 0;
    padding: 0;
  }
`;

const Mark = styled.span<{ $isDone: boolean }>`
  align-items: center;
  background: ${({ theme, $isDone }) => ($isDone ? theme.colors.primary : 'transparent')};
  border: 1.5px solid ${({ theme, $isDone }) => ($isDone ? theme.colors.primary : theme.colors.secondary30)};
  border-radius: 50%;
  box-sizing: border-box;
  color: ${({ theme, $isDone }) => ($isDone ? theme.colors.white : theme.colors.secondary60)};
  display: flex;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  height: 1.5rem;
  justify-content: center;
  width: 1.5rem;

  svg {
    height: 1rem;
    width: 1rem;
  }
`;

/** All steps with their state, the current one open in its place, after the opening page. */
export function ChecklistFrame() {
  const { name } = useProgram();
  const { receiver } = useReceiver();
  const { step, screen } = useShownStep();
  const opening = useOpening();
  if (opening.isShown) {
    return (
      <PlainFrame>
        <OpeningPage isFirst={opening.isFirst} onStart={opening.start} />
      </PlainFrame>
    );
  }
  const all = withObjection(milestones(receiver.completion, step), receiver.kybStatus);
  const { place, count } = progressOf(all);
  const done = all.filter(({ state }) => state === 'done').length;
  return (
    <PlainFrame>
      <Intro>
        <h1>Get your {name} card</h1>
        <p>{done === count ? 'Everything is done.' : `Step ${place} of ${count}. Everything is saved as you go: leave and come back any time.`}</p>
        <TextButton onClick={opening.show}>{openingTexts.again}</TextButton>
      </Intro>
      <StepLevel.Provider value={2}>
        <List>
          {all.map((milestone, index) =>
            milestone.state === 'current' ? (
              <Open key={milestone.title} aria-current="step">
                <Step screen={screen} />
              </Open>
            ) : (
              <ClosedItem key={milestone.title} {...milestone} number={index + 1} />
            ),
          )}
        </List>
        {screen === 'FINISHED' && <Step screen={screen} />}
      </StepLevel.Provider>
    </PlainFrame>
  );
}

function ClosedItem({ title, hint, state, number }: Milestone & { number: number }) {
  const isDone = state === 'done';
  return (
    <Item $state={state}>
      <Mark $isDone={isDone} aria-hidden="true">
        {isDone ? <CheckIcon /> : number}
      </Mark>
      <div>
        <h2>
          {title}
          <Hidden>{isDone ? ': done' : ': to do'}</Hidden>
        </h2>
        {!isDone && <p>{hint}</p>}
      </div>
    </Item>
  );
}
