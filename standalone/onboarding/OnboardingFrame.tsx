import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { getReceiver, ReceiverAnswer } from '../../server/contract/receiver.ts';
import { FINISHED, onboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { cardQuery } from '../dashboard/home/cardQuery.ts';
import { useReceiver } from '../session/receiver.ts';
import { useApi } from '../session/session.ts';
import { Accepted } from './approval/Accepted.tsx';
import { Closing } from './approval/Closing.tsx';
import { Debt } from './Debt.tsx';
import { ChecklistFrame } from './frames/ChecklistFrame.tsx';
import { ClassicFrame } from './frames/ClassicFrame.tsx';
import { PlainFrame } from './frames/PlainFrame.tsx';
import { type StepDone, StepDoneContext } from './stepDone.ts';

/** The onboarding: one step per page, or a checklist for programs with the new onboarding. */
export function OnboardingFrame() {
  const { pathname } = useLocation();
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, show } = useReceiver();
  const [finished, setFinished] = useState<ReceiverAnswer | null>(null);

  // Showing a complete record leaves the onboarding at once, so tell the merchant first that everything is done. The issuer may
  // complete it after the step's own answer.
  const stepDone = useCallback<StepDone>(
    async (record) => {
      // The guard has read the card since it was issued, and home would show it as it was before this step.
      await queries.invalidateQueries({ queryKey: cardQuery(api, record).queryKey });
      const latest = isComplete(record) ? record : await api.call<typeof getReceiver>('GET /api/receiver', { query: { token: record.token } });
      if (isComplete(latest)) setFinished(latest);
      else show(latest);
    },
    [api, queries, show],
  );

  if (receiver.closing !== null) {
    return (
      <PlainFrame>
        <Closing closing={receiver.closing} />
        <Debt />
      </PlainFrame>
    );
  }
  if (finished) {
    return (
      <PlainFrame>
        <Accepted receiver={finished} leavesByItself />
      </PlainFrame>
    );
  }
  return <StepDoneContext.Provider value={stepDone}>{pathname.startsWith('/onboarding-new') ? <ChecklistFrame /> : <ClassicFrame />}</StepDoneContext.Provider>;
}

const isComplete = ({ completion }: ReceiverAnswer) => onboardingStep(completion) === FINISHED;
