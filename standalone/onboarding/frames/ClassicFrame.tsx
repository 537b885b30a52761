import { milestones } from '../../../server/domain/onboarding/milestones.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Step } from '../steps/Step.tsx';
import { useShownStep } from '../useShownStep.ts';
import { PlainFrame } from './PlainFrame.tsx';
import { ProgressLine } from './ProgressLine.tsx';

/** One step per page. */
export function ClassicFrame() {
  const { receiver } = useReceiver();
  const { step, screen } = useShownStep();
  return (
    <PlainFrame>
      <ProgressLine all={milestones(receiver.completion, step)} />
      <Step screen={screen} />
    </PlainFrame>
  );
}
