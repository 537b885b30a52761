import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { postFirstStepsDismissal } from '../../../server/contract/receiver.ts';
import { firstSteps, firstStepsTexts } from '../../../server/domain/home/firstSteps.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { Card } from '../../layout/Card.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { WayLink } from '../WayLink.tsx';

const Steps = styled.ol`
  display: grid;
  gap: 1rem 2rem;
  list-style: none;
  margin: 0;
  padding: 0;

  @media (min-width: 900px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }

  strong {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0.25rem 0;
    overflow-wrap: anywhere;
    text-wrap: pretty;
  }

  a {
    color: ${({ theme }) => theme.colors.primary};
  }
`;

const Place = styled.div`
  margin-bottom: 1rem;

  /* BigDesign makes a button as wide as a phone's screen. */
  .bd-button {
    flex: none;
    margin: 0;
    width: auto;
  }
`;

/** Says to a new merchant what to do first, until they dismiss it on any of their devices. Staff who look at the account cannot. */
export function FirstSteps() {
  const api = useApi();
  const { receiver, reload } = useReceiver();
  const dismissal = useIntent(async () => {
    await api.call<typeof postFirstStepsDismissal>('POST /api/users/:token/first_steps_dismissal', { params: { token: receiver.token }, body: {} });
    await reload();
  });
  if (!receiver.showsFirstSteps) return null;
  const dismiss = receiver.abilities.includes('dismiss_first_steps') && (
    <Button type="button" variant="subtle" isLoading={dismissal.isBusy} onClick={() => void dismissal.run(undefined)}>
      {firstStepsTexts.dismiss}
    </Button>
  );
  return (
    <Place>
      <Card title={firstStepsTexts.title} action={dismiss}>
        <Steps>
          {firstSteps(receiver).map(({ title, text, link }) => (
            <li key={title}>
              <strong>{title}</strong>
              <p>{text}</p>
              <WayLink path={link.path}>{link.label}</WayLink>
            </li>
          ))}
        </Steps>
        <Problem problem={dismissal.problem} />
      </Card>
    </Place>
  );
}
