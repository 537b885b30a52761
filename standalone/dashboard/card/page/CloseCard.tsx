import { Text } from '@bigcommerce/big-design';
import type { CardDetail, postCardClosing } from '../../../../server/contract/cards.ts';
import { lossTexts } from '../../../../server/domain/card/lossWords.ts';
import { DialogProblem } from '../../../forms/DialogProblem.tsx';
import { useIntent } from '../../../forms/useIntent.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { useCardChanged } from '../useCardChanged.ts';

/** Asks before a card is closed for good. */
export function CloseCard({ card, onClosed, onClose }: { card: CardDetail; onClosed: () => void; onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const changed = useCardChanged();
  const closing = useIntent(async (of: string, idempotencyKey) => {
    const params = { token, card: of };
    await changed(await api.call<typeof postCardClosing>('POST /api/users/:token/cards/:card/closing', { params, body: {}, idempotencyKey }));
  });
  const confirm = async () => {
    const { ok } = await closing.run(card.token);
    if (ok) onClosed();
  };
  return (
    <Dialog
      title={`Close ${card.name} •••• ${card.last_four}`}
      isBusy={closing.isBusy}
      onClose={onClose}
      actions={[
        { text: 'Keep it', variant: 'subtle', onClick: onClose },
        { text: 'Close for good', actionType: 'destructive', isLoading: closing.isBusy, onClick: () => void confirm() },
      ]}
    >
      <Text>{lossTexts.closing}</Text>
      <DialogProblem problem={closing.problem} />
    </Dialog>
  );
}
