import { Button } from '@bigcommerce/big-design';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import styled from 'styled-components';
import type { CallFailure } from '../../../server/browser/callFailure.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { acceptedTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { readingWords } from '../../../server/domain/store/firstReading.ts';
import { useProgram } from '../../brand/program.ts';
import { Actions } from '../../forms/Actions.ts';
import { Problem } from '../../forms/Problem.tsx';
import { asProblem } from '../../forms/useIntent.ts';
import { CountedMoney } from '../../layout/CountedMoney.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CardPicture } from '../card/CardPicture.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { useRecordNow } from '../useRecordNow.ts';

/** How long the page stays before it opens the dashboard by itself. */
const leaveAfterMs = 6_000;

const Amount = styled.p`
  margin: 0;

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: inherit;
  }
`;

/** Says that onboarding is finished. Opens the dashboard by a button and, with `leavesByItself`, after a few seconds. */
export function Accepted({ receiver, leavesByItself = false }: { receiver: ReceiverAnswer; leavesByItself?: boolean }) {
  const { reload } = useReceiver();
  const { voice } = useProgram();
  const navigate = useNavigate();
  const [isLeaving, setIsLeaving] = useState(false);
  const [problem, setProblem] = useState<CallFailure | null>(null);

  useEffect(() => {
    if (!leavesByItself) return undefined;
    const leaving = setTimeout(() => setIsLeaving(true), leaveAfterMs);
    return () => clearTimeout(leaving);
  }, [leavesByItself]);

  useEffect(() => {
    if (!isLeaving) return;
    const query = new URLSearchParams(addressBarQuery(window.location.search));
    query.delete('onboardingStep');
    setProblem(null);
    reload()
      .then(() => navigate({ pathname: '/', search: query.toString() }, { replace: true }))
      .catch((failure: Error) => {
        setIsLeaving(false);
        setProblem(asProblem(failure));
      });
  }, [isLeaving, reload, navigate]);

  const { availableSpendPowerCents: available, store_reading: reading } = useRecordNow();
  return (
    <>
      <StepHeading lead={`${voice.congratulation} ${acceptedTexts.lead}`}>{acceptedTexts.heading}</StepHeading>
      <CardPicture businessName={receiver.business_name} />
      {available !== null && available > 1 && (
        <Amount>
          <small>Available to spend</small>
          <CountedMoney amount={cents(available)} size="figure" />
          {reading && <small role="status">{readingWords(reading)}</small>}
        </Amount>
      )}
      <Actions>
        <Button type="button" isLoading={isLeaving} onClick={() => setIsLeaving(true)}>
          Go to your dashboard
        </Button>
      </Actions>
      <Problem problem={problem} />
    </>
  );
}
