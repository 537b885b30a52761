import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import type { KybAnswer } from '../../../server/contract/kyb.ts';
import { kybRefusal, refusalIntroduction } from '../../../server/domain/onboarding/stepTexts.ts';
import { useProgram } from '../../brand/program.ts';
import { Actions, Small } from '../../forms/Actions.ts';
import { StepHeading } from '../frames/StepHeading.tsx';
import { CorrectKyb } from './CorrectKyb.tsx';
import { Reasons } from './Reasons.tsx';

interface RefusedKybProps {
  kyb: KybAnswer;
  /** Whether the business had been accepted, and got a card. */
  hasCard: boolean;
  onSent: () => void;
}

/** Explains a refusal that names nothing to correct: what it means, who can help, and what can still be tried. */
export function RefusedKyb({ kyb, hasCard, onSent }: RefusedKybProps) {
  const { support_email } = useProgram();
  const { heading, lead } = refusalIntroduction(hasCard);
  const [isCorrecting, setIsCorrecting] = useState(false);
  if (isCorrecting) return <CorrectKyb kyb={kyb} onSent={onSent} opensAll />;
  return (
    <>
      <StepHeading lead={lead}>{heading}</StepHeading>
      <Reasons reasons={kyb.reasons} />
      {hasCard && <p>{kybRefusal.cardsPaused}</p>}
      <p>{kybRefusal.help}</p>
      <Actions>
        <Button type="button" onClick={() => window.location.assign(`mailto:${support_email}?subject=${encodeURIComponent(kybRefusal.subject)}`)}>
          {kybRefusal.write}
        </Button>
        {kyb.may_submit && (
          <Button type="button" variant="subtle" onClick={() => setIsCorrecting(true)}>
            {kybRefusal.check}
          </Button>
        )}
      </Actions>
      <Small>
        {kybRefusal.address(support_email)} {kyb.may_submit ? kybRefusal.maySubmit : kybRefusal.mayNotSubmit}
      </Small>
    </>
  );
}
