import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import { cardTexts, connectedStoreWords } from '../../../server/domain/onboarding/stepTexts.ts';
import { Actions } from '../../forms/Actions.ts';
import { CardChoice, Choices } from '../../forms/CardChoice.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CardPicture } from '../card/CardPicture.tsx';
import { useIssueCard } from '../card/useIssueCard.ts';
import { LinkedNote } from '../frames/LinkedNote.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { StoreSyncLine } from '../store/StoreSyncLine.tsx';
import { useStoreSync } from '../store/useStoreSync.ts';

/** Issues the virtual card and asks whether a physical one is wanted. */
export function CardIssueStep() {
  const { receiver } = useReceiver();
  const [physical, setPhysical] = useState(false);
  const issue = useIssueCard();
  const { data: store, isLoading } = useStoreSync();
  return (
    <>
      <StepHeading lead={cardTexts.lead}>{cardTexts.heading}</StepHeading>
      <LinkedNote isComing={store ? store.connected : isLoading} words={store ? connectedStoreWords(store) : null} />
      <CardPicture businessName={receiver.business_name} />
      <StaffNote action="issue_card">
        <Choices>
          {cardTexts.choices.map((choice) => (
            <CardChoice
              key={choice.title}
              name="card"
              title={choice.title}
              isChosen={physical === choice.physical}
              onChoose={() => setPhysical(choice.physical)}
            >
              {choice.text}
            </CardChoice>
          ))}
        </Choices>
        <Actions>
          <Button type="button" isLoading={issue.isBusy} onClick={() => void issue.run({ physical })}>
            {cardTexts.issue(physical)}
          </Button>
        </Actions>
        <Problem problem={issue.problem} />
      </StaffNote>
      <StoreSyncLine />
    </>
  );
}
