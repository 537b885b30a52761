import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import { useReceiver } from '../../session/receiver.ts';
import { CardChoice, Choices } from '../card/CardChoice.tsx';
import { CardPicture } from '../card/CardPicture.tsx';
import { useIssueCard } from '../card/useIssueCard.ts';
import { Actions } from '../form/Actions.ts';
import { Problem } from '../form/Problem.tsx';
import { StaffNote } from '../form/StaffNote.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { StoreSyncLine } from '../store/StoreSyncLine.tsx';

/** Issues the virtual card and asks whether a physical one is wanted. */
export function CardIssueStep() {
  const { receiver } = useReceiver();
  const [physical, setPhysical] = useState(false);
  const issue = useIssueCard();
  return (
    <>
      <StepHeading lead="A virtual card is ready for buying online at once. A physical one comes by mail, if you like.">Get your card</StepHeading>
      <CardPicture businessName={receiver.business_name} />
      <StaffNote action="issue_card">
        <Choices>
          <CardChoice name="card" title="Virtual card" isChosen={!physical} onChoose={() => setPhysical(false)}>
            For online purchases and subscriptions. You can start with it today.
          </CardChoice>
          <CardChoice name="card" title="Virtual and physical card" isChosen={physical} onChoose={() => setPhysical(true)}>
            The same card, also as plastic. We ask where to send it.
          </CardChoice>
        </Choices>
        <Actions>
          <Button type="button" isLoading={issue.isBusy} onClick={() => void issue.run({ physical })}>
            {physical ? 'Continue' : 'Issue my card'}
          </Button>
        </Actions>
        <Problem problem={issue.problem} />
      </StaffNote>
      <StoreSyncLine />
    </>
  );
}
