import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import type { postTeamInvitation } from '../../../../server/contract/team.ts';
import { type TeamRole, teamRoleTexts } from '../../../../server/domain/access/teamRoles.ts';
import { givableRoles, teamTexts } from '../../../../server/domain/access/teamWords.ts';
import { emailProblem } from '../../../../server/domain/forms/identity.ts';
import { typedLengths } from '../../../../server/domain/forms/typedLengths.ts';
import { CardChoice, Choices } from '../../../forms/CardChoice.tsx';
import { Field } from '../../../forms/Field.tsx';
import { Fields } from '../../../forms/fieldLayout.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { FormPanel } from '../../FormPanel.tsx';
import { useTeamChange } from './useTeamChange.ts';

interface InviteForm {
  email: string;
  name: string;
  role: TeamRole;
}

function problemsOf({ email }: InviteForm) {
  const message = emailProblem(email);
  return message === null ? [] : [{ path: 'email', message }];
}

/**
 * Invites somebody to the team.
 * @param role the role of whoever invites: nobody gives more than they have.
 */
export function Invite({ role, onClose }: { role: TeamRole; onClose: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const form = useForm<InviteForm>({ defaultValues: { email: '', name: '', role: 'cardholder' }, resolver: checkedBy(problemsOf) });
  const invite = useTeamChange(({ email, name, role: chosen }: InviteForm, idempotencyKey) =>
    api.call<typeof postTeamInvitation>('POST /api/users/:token/team/invitations', {
      params: { token },
      body: { email: email.trim(), name: name.trim() || null, role: chosen },
      idempotencyKey,
    }),
  );

  async function submit() {
    const typed = form.getValues();
    const problems = problemsOf(typed);
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await invite.run(typed);
    if (outcome.ok) onClose();
    else showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }

  return (
    <FormPanel title={teamTexts.invite} form={form} submitText="Send the invitation" sending={invite} onSubmit={() => void submit()} onClose={onClose}>
      <Fields>
        <Field
          name="email"
          label="Email"
          type="email"
          autoComplete="off"
          spellCheck={false}
          autoCapitalize="none"
          maxLength={typedLengths.memberEmail}
          hint={teamTexts.invitedHint}
        />
        <Field name="name" label="Name (optional)" autoComplete="off" maxLength={typedLengths.memberName} />
        <RoleField roles={givableRoles(role)} />
      </Fields>
    </FormPanel>
  );
}

function RoleField({ roles }: { roles: readonly TeamRole[] }) {
  const { setValue } = useFormContext<InviteForm>();
  const chosen = useWatch<InviteForm, 'role'>({ name: 'role' });
  return (
    <Choices>
      <legend>What they may do</legend>
      {roles.map((role) => (
        <CardChoice
          key={role}
          name="role"
          title={teamRoleTexts[role].label}
          isChosen={chosen === role}
          onChoose={() => setValue('role', role, { shouldDirty: true })}
        >
          {teamRoleTexts[role].text}
        </CardChoice>
      ))}
    </Choices>
  );
}
