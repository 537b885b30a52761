import { Button, InlineMessage } from '@bigcommerce/big-design';
import { linkedBankWords, storeHeading } from '../../../server/domain/onboarding/stepTexts.ts';
import { Actions } from '../../forms/Actions.ts';
import { Points } from '../../forms/Points.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { useLinkedBank } from '../bank/useBankAccount.ts';
import { LinkedNote } from '../frames/LinkedNote.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { storeWindowTexts } from '../store/storeWindowTexts.ts';
import { type StoreWindow, useStoreWindow } from '../store/useStoreWindow.ts';
import { useReloadOnReturn } from '../useReloadOnReturn.ts';

/** Lets the merchant connect the store or accounting system that spending power is computed from. */
export function StoreStep() {
  const store = useStoreWindow();
  const { data: bank } = useLinkedBank();
  useReloadOnReturn();
  if (store.loadError) return <ErrorState message={storeWindowTexts.notLoaded} onRetry={store.loadAgain} />;
  return (
    <>
      <StepHeading lead="Your spending power grows with your sales, so we have to see them.">{storeHeading}</StepHeading>
      <LinkedNote>{bank ? linkedBankWords(bank) : null}</LinkedNote>
      <Points
        all={[
          'Pick where you sell or keep your books in the window that opens, and sign in there.',
          'We read orders and payments. We change nothing in your store.',
          'Reading a year of sales takes a few minutes. You can go on, or leave, while it happens.',
        ]}
      />
      <PopupNote {...store} />
      <StaffNote action="connect_store">
        <Actions>
          <Button type="button" isLoading={store.isLoading || store.state === 'connecting'} onClick={store.open}>
            {store.state === 'closed' ? 'Connect' : 'Open the window again'}
          </Button>
        </Actions>
      </StaffNote>
    </>
  );
}

/** Says what this page knows about the popup: failed, open, or left. */
function PopupNote({ state, problem, connectAgain }: StoreWindow) {
  if (problem) return <Problem problem={problem} onRetry={connectAgain} />;
  switch (state) {
    case 'open':
      return <InlineMessage type="info" messages={[{ text: storeWindowTexts.open }]} />;
    case 'left':
      return <InlineMessage type="info" messages={[{ text: 'Nothing is connected yet. Open the window again when you are ready.' }]} />;
    default:
      return null;
  }
}
