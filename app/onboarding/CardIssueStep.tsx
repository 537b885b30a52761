import { Button, ChoiceList, InlineStack } from '@shopify/polaris';
import { useState } from 'react';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cardTexts } from '../../server/domain/onboarding/stepTexts.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { LinkedNotes } from './LinkedNotes.tsx';
import type { Linked } from './linked.server.ts';
import { StepCard } from './StepCard.tsx';
import { StoreOutlook } from './StoreOutlook.tsx';
import { useIssueCard } from './useIssueCard.ts';

const choiceOf = (physical: boolean) => (physical ? 'physical' : 'virtual');

/** Issues the virtual card and asks whether a physical one is wanted. */
export function CardIssueStep({ receiver: { token }, linked: { notes, outlook } }: { receiver: ReceiverAnswer; linked: Linked }) {
  const [physical, setPhysical] = useState(false);
  const issue = useIssueCard(token);
  return (
    <StepCard heading={cardTexts.heading} lead={cardTexts.lead}>
      <LinkedNotes notes={notes} />
      <ChoiceList
        title="Which card"
        titleHidden
        choices={cardTexts.choices.map((choice) => ({ value: choiceOf(choice.physical), label: choice.title, helpText: choice.text }))}
        selected={[choiceOf(physical)]}
        onChange={([chosen]) => setPhysical(chosen === choiceOf(true))}
      />
      <ProblemBanner problem={issue.problem} />
      <InlineStack>
        <Button variant="primary" loading={issue.isBusy} onClick={() => void issue.run({ physical })}>
          {cardTexts.issue(physical)}
        </Button>
      </InlineStack>
      <StoreOutlook outlook={outlook} />
    </StepCard>
  );
}
