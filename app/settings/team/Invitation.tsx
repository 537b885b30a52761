import { BlockStack, Button, FormLayout, InlineStack, Text, TextField } from '@shopify/polaris';
import { useId, useRef, useState } from 'react';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import { useFocusOn } from '../../../server/browser/useFocusOn.ts';
import type { postTeamInvitation } from '../../../server/contract/team.ts';
import type { TeamRole } from '../../../server/domain/access/teamRoles.ts';
import { teamTexts } from '../../../server/domain/access/teamWords.ts';
import { typedLengths } from '../../../server/domain/forms/typedLengths.ts';
import { callCore } from '../../call.ts';
import { DoneNote } from '../../components/DoneNote.tsx';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { SaveBar } from '../../components/SaveBar.tsx';
import { useEffectCall } from '../../useEffectCall.ts';
import { RoleSelect } from './RoleSelect.tsx';

const sendWord = 'Send the invitation';

interface InvitationProps {
  /** The receiver's. */
  token: string;
  assignable: readonly TeamRole[];
}

/** Invites somebody to the team by a mail. */
export function Invitation({ token, assignable }: InvitationProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [invited, setInvited] = useState<string | null>(null);
  const buttonId = useId();
  useFocusOn(buttonId, isOpen || invited !== null ? null : 'closed');

  function open() {
    setInvited(null);
    setIsOpen(true);
  }
  function done(email: string) {
    setInvited(email);
    setIsOpen(false);
  }
  if (isOpen) return <InvitationForm token={token} assignable={assignable} onInvited={done} onClose={() => setIsOpen(false)} />;
  return (
    <>
      <DoneNote>{invited && teamTexts.hasInvited(invited)}</DoneNote>
      <InlineStack>
        <Button id={buttonId} onClick={open}>
          {teamTexts.invite}
        </Button>
      </InlineStack>
    </>
  );
}

interface InvitationFormProps extends InvitationProps {
  /** Called with their address. */
  onInvited: (email: string) => void;
  onClose: () => void;
}

function InvitationForm({ token, assignable, onInvited, onClose }: InvitationFormProps) {
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('cardholder');
  const form = useRef<HTMLDivElement>(null);
  const invitation = useEffectCall(
    (body: { email: string; name: string | null; role: TeamRole }, idempotencyKey) =>
      callCore<typeof postTeamInvitation>('POST /api/users/:token/team/invitations', { params: { token }, body, idempotencyKey }),
    'Invited',
  );
  const { problem } = invitation;
  const messageAt = (field: string) => problem?.messageAt(field) ?? false;
  // An answer is about what was sent.
  const changes = (set: (typed: string) => void) => (typed: string) => {
    set(typed);
    invitation.clear();
  };

  async function invite() {
    const outcome = await invitation.run({ email: email.trim(), name: name.trim() || null, role });
    if (outcome.ok) onInvited(email.trim());
    else focusFirstProblem(form.current);
  }

  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        {teamTexts.invite}
      </Text>
      <Text as="p" tone="subdued">
        {teamTexts.invitedHint}
      </Text>
      <div ref={form}>
        <FormLayout>
          <TextField
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            spellCheck={false}
            maxLength={typedLengths.memberEmail}
            value={email}
            onChange={changes(setEmail)}
            error={messageAt('email')}
          />
          <TextField
            label="Name (optional)"
            autoComplete="off"
            maxLength={typedLengths.memberName}
            value={name}
            onChange={changes(setName)}
            error={messageAt('name')}
          />
          <RoleSelect label="Role" chosen={role} assignable={assignable} explains onChoose={setRole} />
        </FormLayout>
      </div>
      {problem && <ProblemBanner problem={problem} />}
      <SaveBar
        isUnsaved={email.trim() !== '' || name.trim() !== ''}
        isSaving={invitation.isBusy}
        onSave={() => void invite()}
        onDiscard={onClose}
        saveWord={sendWord}
      />
      <InlineStack gap="200">
        <Button variant="primary" loading={invitation.isBusy} onClick={() => void invite()}>
          {sendWord}
        </Button>
        <Button disabled={invitation.isBusy} onClick={onClose}>
          Cancel
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
