import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import type { Intent } from '../../../../server/browser/forms/intent.ts';
import { disconnectConsequences } from '../../../../server/domain/store/disconnectWords.ts';
import { storeTexts } from '../../../../server/domain/store/storeTexts.ts';
import { DialogProblem } from '../../../forms/DialogProblem.tsx';
import { Points } from '../../../forms/Points.tsx';
import { Dialog } from '../../../layout/Dialog.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useViewDate } from '../../today.ts';

/** Asks before it disconnects, and says what follows. */
export function Disconnect({ disconnection }: { disconnection: Intent<Record<string, never>, void> }) {
  const { receiver } = useReceiver();
  const { shown_now } = useViewDate();
  const [isAsking, setIsAsking] = useState(false);
  async function disconnect() {
    if ((await disconnection.run({})).ok) setIsAsking(false);
  }
  return (
    <>
      <Button variant="secondary" actionType="destructive" onClick={() => setIsAsking(true)}>
        {storeTexts.disconnect}
      </Button>
      {isAsking && (
        <Dialog
          title={storeTexts.disconnectTitle}
          isBusy={disconnection.isBusy}
          onClose={() => setIsAsking(false)}
          actions={[
            { text: storeTexts.keep, variant: 'subtle', onClick: () => setIsAsking(false) },
            { text: storeTexts.disconnect, actionType: 'destructive', isLoading: disconnection.isBusy, onClick: () => void disconnect() },
          ]}
        >
          <Points all={disconnectConsequences(receiver, shown_now)} />
          <DialogProblem problem={disconnection.problem} />
        </Dialog>
      )}
    </>
  );
}
