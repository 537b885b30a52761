import { Box, Select } from '@shopify/polaris';
import { type TeamRole, teamRoles, teamRoleTexts } from '../../../server/domain/access/teamRoles.ts';

interface RoleSelectProps {
  label: string;
  isLabelHidden?: boolean;
  /** The present role, or the chosen one; null for nobody's. */
  chosen: TeamRole | null;
  assignable: readonly TeamRole[];
  isBusy?: boolean;
  /** Whether what the role may do stands below it. */
  explains?: boolean;
  onChoose: (role: TeamRole) => void;
}

/** The choice of what somebody may do. */
export function RoleSelect({ label, isLabelHidden = false, chosen, assignable, isBusy = false, explains = false, onChoose }: RoleSelectProps) {
  return (
    // As wide in each row, whatever role it shows.
    <Box minWidth="9rem">
      <Select
        label={label}
        labelHidden={isLabelHidden}
        options={assignable.map((one) => ({ value: one, label: teamRoleTexts[one].label }))}
        {...(chosen === null && { placeholder: 'No role yet' })}
        value={chosen ?? ''}
        disabled={isBusy}
        helpText={explains && chosen !== null ? teamRoleTexts[chosen].text : undefined}
        onChange={(value) => {
          const found = teamRoles.find((one) => one === value);
          if (found !== undefined) onChoose(found);
        }}
      />
    </Box>
  );
}
