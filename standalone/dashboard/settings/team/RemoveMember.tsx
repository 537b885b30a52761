import { Text } from '@bigcommerce/big-design';
import type { deleteTeamMember } from '../../../../server/contract/team.ts';
import { removalQuestion } from '../../../../server/domain/access/teamWords.ts';
import { DialogProblem } from '../../../forms/DialogProblem.tsx';
import { Dialog } from '../../../layout/Dialog.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { useTeamChange } from './useTeamChange.ts';

interface RemoveMemberProps {
  id: string;
  called: string;
  cards: number;
  onClose: () => void;
  onRemoved: () => void;
}

/** Asks before somebody is removed, and says what becomes of their cards. */
export function RemoveMember({ id, called, cards, onClose, onRemoved }: RemoveMemberProps) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const removal = useTeamChange((member: string) => api.call<typeof deleteTeamMember>('DELETE /api/users/:token/team/:member', { params: { token, member } }));
  const confirm = async () => {
    const { ok } = await removal.run(id);
    if (ok) onRemoved();
  };
  return (
    <Dialog
      title={`Remove ${called}?`}
      isBusy={removal.isBusy}
      onClose={onClose}
      actions={[
        { text: 'Cancel', variant: 'subtle', onClick: onClose },
        { text: 'Remove', actionType: 'destructive', isLoading: removal.isBusy, onClick: () => void confirm() },
      ]}
    >
      <Text>{removalQuestion(called, cards)}</Text>
      <DialogProblem problem={removal.problem} />
    </Dialog>
  );
}
