import { contentId } from '../../layout/Page.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { milestones } from '../milestones.ts';
import { Step } from '../steps/Step.tsx';
import { useShownStep } from '../useShownStep.ts';
import { Column } from './Column.ts';
import { ProgressLine } from './ProgressLine.tsx';
import { TopBar } from './TopBar.tsx';

/** One step a page. */
export function ClassicFrame() {
  const { receiver } = useReceiver();
  const { step, screen } = useShownStep();
  return (
    <>
      <TopBar />
      <Column id={contentId} tabIndex={-1}>
        <ProgressLine all={milestones(receiver.completion, step)} />
        <Step screen={screen} />
      </Column>
    </>
  );
}
