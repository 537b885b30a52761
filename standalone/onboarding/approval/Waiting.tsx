import { CheckIcon } from '@bigcommerce/big-design-icons';
import styled, { keyframes } from 'styled-components';
import { waitingTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { useProgram } from '../../brand/program.ts';
import { Small } from '../../forms/Actions.ts';
import { useReceiver } from '../../session/receiver.ts';
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

/** Lists what is still to happen without the merchant. The page moves on by itself. */
export function Waiting({ isBusinessAccepted }: { isBusinessAccepted: boolean }) {
  const { receiver } = useReceiver();
  const { support_email } = useProgram();
  if (receiver.is_locked || receiver.is_fraud) return <OnHold supportEmail={support_email} />;
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
function OnHold({ supportEmail }: { supportEmail: string }) {
  return (
    <>
      <StepHeading lead={waitingTexts.onHold.lead}>{waitingTexts.onHold.heading}</StepHeading>
      <Small>
        Ask us what it needs: <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
      </Small>
    </>
  );
}
