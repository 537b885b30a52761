import { useQueryClient } from '@tanstack/react-query';
import type { deleteFallbackBank, postFallbackBank } from '../../../server/contract/bank.ts';
import { bankTexts } from '../../../server/domain/bank/bankTexts.ts';
import { secondBankConsequences, secondBankRemoval, secondBankTexts } from '../../../server/domain/bank/secondBank.ts';
import { DialogProblem } from '../../forms/DialogProblem.tsx';
import { Points } from '../../forms/Points.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { DebitAuthorizationNote } from '../../onboarding/bank/DebitAuthorizationNote.tsx';
import { debitAuthorizationQuery } from '../../onboarding/bank/debitAuthorizationQuery.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useSecondBankAnswer } from './useSecondBankAnswer.ts';

/** Says what follows before an account is chosen in the bank's window, with the authorization that is given by it. */
export function Choosing({ isReplacement, onOpen, onClose }: { isReplacement: boolean; onOpen: () => void; onClose: () => void }) {
  const choose = () => {
    onClose();
    onOpen();
  };
  return (
    <Dialog
      title={isReplacement ? secondBankTexts.change : secondBankTexts.link}
      isWide
      onClose={onClose}
      actions={[
        { text: 'Cancel', variant: 'subtle', onClick: onClose },
        { text: bankTexts.choose, onClick: choose },
      ]}
    >
      <Points all={secondBankConsequences(isReplacement)} />
      <DebitAuthorizationNote />
    </Dialog>
  );
}

/** Asks for the authorization to debit the second account. */
export function Authorization({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  const takeOver = useSecondBankAnswer();
  const authorization = useIntent(async (_: Record<string, never>, idempotencyKey) => {
    const { offered } = await queries.ensureQueryData(debitAuthorizationQuery(api, token));
    const body = { public_token: null, account_id: null, authorization_version: offered.version };
    await takeOver(await api.call<typeof postFallbackBank>('POST /api/users/:token/bank/fallback', { params: { token }, body, idempotencyKey }));
    onClose();
  });
  return (
    <Dialog
      title={secondBankTexts.authorize}
      isWide
      isBusy={authorization.isBusy}
      onClose={onClose}
      actions={[
        { text: 'Cancel', variant: 'subtle', onClick: onClose },
        { text: secondBankTexts.authorize, isLoading: authorization.isBusy, onClick: () => void authorization.run({}) },
      ]}
    >
      <DebitAuthorizationNote />
      <DialogProblem problem={authorization.problem} />
    </Dialog>
  );
}

/** Asks before the second account is removed. */
export function Removal({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const takeOver = useSecondBankAnswer();
  const removal = useIntent(async () => {
    await takeOver(await api.call<typeof deleteFallbackBank>('DELETE /api/users/:token/bank/fallback', { params: { token }, body: {} }));
    onClose();
  });
  return (
    <Dialog
      title={secondBankTexts.removeTitle}
      isBusy={removal.isBusy}
      onClose={onClose}
      actions={[
        { text: secondBankTexts.keep, variant: 'subtle', onClick: onClose },
        { text: secondBankTexts.remove, actionType: 'destructive', isLoading: removal.isBusy, onClick: () => void removal.run(undefined) },
      ]}
    >
      <Points all={secondBankRemoval} />
      <DialogProblem problem={removal.problem} />
    </Dialog>
  );
}
