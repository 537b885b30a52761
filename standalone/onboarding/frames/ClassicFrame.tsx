import { milestones } from '../../../server/domain/onboarding/milestones.ts';
import { useReceiver } from '../../session/receiver.ts';
import { OpeningPage } from '../opening/OpeningPage.tsx';
import { useOpening } from '../opening/useOpening.ts';
import { Step } from '../steps/Step.tsx';
import { useShownStep } from '../useShownStep.ts';
import { PlainFrame } from './PlainFrame.tsx';
import { ProgressLine } from './ProgressLine.tsx';

/** One step per page, after the opening page. */
export function ClassicFrame() {
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
  return (
    <PlainFrame>
      <ProgressLine all={milestones(receiver.completion, step)} onReadOpening={opening.show} />
      <Step screen={screen} />
    </PlainFrame>
  );
}
