import { CheckIcon } from '@bigcommerce/big-design-icons';
import styled, { keyframes } from 'styled-components';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { holdInWords } from '../../../server/domain/onboarding/holdInWords.ts';
import { waitingTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { useProgram } from '../../brand/program.ts';
import { Small } from '../../forms/Actions.ts';
import { CardPicture } from '../card/CardPicture.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { StoreSyncLine } from '../store/StoreSyncLine.tsx';

const breathe = keyframes`
  50% {
    opacity: 0.3;
  }
`;

const List = styled.ul`
  display: grid;
  gap: 0.75rem;
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    align-items: center;
    display: grid;
    gap: 0.75rem;
    grid-template-columns: 1.25rem minmax(0, 1fr);
  }

  svg {
    color: ${({ theme }) => theme.colors.primary};
    height: 1.25rem;
    width: 1.25rem;
  }
`;

const Dot = styled.span`
  animation: ${breathe} 1.6s ease-in-out 3;
  background: ${({ theme }) => theme.colors.primary};
  border-radius: 50%;
  height: 0.5rem;
  justify-self: center;
  width: 0.5rem;
`;

interface WaitingProps {
  /** The record as it was last read. */
  receiver: ReceiverAnswer;
  isBusinessAccepted: boolean;
}

/** Lists what is still to happen without the merchant. The page moves on by itself. */
export function Waiting({ receiver, isBusinessAccepted }: WaitingProps) {
  const { support_email } = useProgram();
  const hold = holdInWords(receiver);
  if (hold !== null) return <OnHold reason={hold} supportEmail={support_email} />;
  if (isLinked(receiver.lithic_card_token) && !isBusinessAccepted) {
    const { heading, lead } = waitingTexts.again;
    return <StepHeading lead={lead(receiver.blocks.includes('business_refused'))}>{heading}</StepHeading>;
  }
  return (
    <>
      <StepHeading lead={waitingTexts.lead(isBusinessAccepted)}>{waitingTexts.heading}</StepHeading>
      <CardPicture businessName={receiver.business_name} />
      <List aria-live="polite">
        <li>
          {isBusinessAccepted ? <CheckIcon aria-hidden="true" /> : <Dot aria-hidden="true" />}
          {waitingTexts.business(isBusinessAccepted)}
        </li>
        <li>
          <Dot aria-hidden="true" />
          {waitingTexts.card}
        </li>
      </List>
      <Small>
        {waitingTexts.goesOn(receiver.email)} Questions? <a href={`mailto:${support_email}`}>{support_email}</a>
      </Small>
      <StoreSyncLine />
    </>
  );
}

/** Shown while the account is on hold. No card opens then, so nothing is promised. */
function OnHold({ reason, supportEmail }: { reason: string; supportEmail: string }) {
  return (
    <>
      <StepHeading lead={reason}>{waitingTexts.onHold.heading}</StepHeading>
      <Small>
        {waitingTexts.onHold.ask} <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </Small>
    </>
  );
}
