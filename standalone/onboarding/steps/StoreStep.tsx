import { Button, InlineMessage } from '@bigcommerce/big-design';
import { useState } from 'react';
import { linkedBankWords, storeStepTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { Actions } from '../../forms/Actions.ts';
import { Points } from '../../forms/Points.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { isInPanel } from '../../session/framed.ts';
import { useLinkedBank } from '../bank/useBankAccount.ts';
import { LinkedNote } from '../frames/LinkedNote.tsx';
import { StepHeading } from '../frames/StepHeading.tsx';
import { PanelStore } from '../store/PanelStore.tsx';
import { storeWindowTexts } from '../store/storeWindowTexts.ts';
import { type StoreWindow, useStoreWindow } from '../store/useStoreWindow.ts';
import { useReloadOnReturn } from '../useReloadOnReturn.ts';

/** Connects the store or accounting system that spending power is computed from. A control panel's own store is connected by itself, unless the merchant chooses another. */
export function StoreStep() {
  const [opensWindow, setOpensWindow] = useState(!isInPanel());
  return opensWindow ? <ConnectStore /> : <PanelStore onAnother={() => setOpensWindow(true)} />;
}

/** Lets the merchant connect a store or accounting system in a window. */
function ConnectStore() {
  const store = useStoreWindow();
  const { data: bank, isLoading } = useLinkedBank();
  useReloadOnReturn();
  if (store.loadError) return <ErrorState message={storeWindowTexts.notLoaded} onRetry={store.loadAgain} />;
  return (
    <>
      <StepHeading lead={storeStepTexts.lead}>{storeStepTexts.heading}</StepHeading>
      <LinkedNote isComing={isLoading} words={bank ? linkedBankWords(bank) : null} />
      <Points
        all={[
          'Pick where you sell or keep your books in the window that opens, and sign in there.',
          storeStepTexts.readsOnly,
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
