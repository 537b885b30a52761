import { Select } from '@shopify/polaris';
import { type TeamRole, teamRoles, teamRoleTexts } from '../../../server/domain/access/teamRoles.ts';

interface RoleSelectProps {
  label: string;
  isLabelHidden?: boolean;
  /** The present role, or the chosen one; null for nobody's. */
  role: TeamRole | null;
  assignable: readonly TeamRole[];
  isBusy?: boolean;
  /** Whether what the role may do stands below it. */
  explains?: boolean;
  onChoose: (role: TeamRole) => void;
}

/** The choice of what somebody may do. */
export function RoleSelect({ label, isLabelHidden = false, role, assignable, isBusy = false, explains = false, onChoose }: RoleSelectProps) {
  return (
    <Select
      label={label}
      labelHidden={isLabelHidden}
      options={assignable.map((one) => ({ value: one, label: teamRoleTexts[one].label }))}
      {...(role === null && { placeholder: 'No role yet' })}
      value={role ?? ''}
      disabled={isBusy}
      helpText={explains && role !== null ? teamRoleTexts[role].text : undefined}
      onChange={(chosen) => {
        const found = teamRoles.find((one) => one === chosen);
        if (found !== undefined) onChoose(found);
      }}
    />
  );
}
