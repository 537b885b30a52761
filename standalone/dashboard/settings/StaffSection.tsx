import { Radio } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { putStaffAccess } from '../../../server/contract/storeStaff.ts';
import { type StaffAccess, staffAccessChoices, staffAccessTexts } from '../../../server/domain/access/storeStaff.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useSelfSaving } from '../../forms/useSelfSaving.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { OwnerOnly } from './OwnerOnly.tsx';
import { Lead, Section } from './Section.tsx';

const Choices = styled.fieldset`
  border: 0;
  display: grid;
  gap: 0.75rem;
  margin: 0;
  min-width: 0;
  padding: 0;

  legend {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin-bottom: 0.75rem;
    padding: 0;
  }
`;

/** Lets the owner decide what the store's staff may see. A choice saves by itself, and is taken back when that fails. */
export function StaffSection() {
  return (
    <Section id="staff">
      <Lead>{staffAccessTexts.lead}</Lead>
      <OwnerOnly>
        <Access />
      </OwnerOnly>
    </Section>
  );
}

function Access() {
  const api = useApi();
  const { receiver, reload } = useReceiver();
  const { token, staff_access } = receiver;
  const setting = useSelfSaving<StaffAccess>(staff_access, async (chosen) => {
    await api.call<typeof putStaffAccess>('PUT /api/users/:token/staff_access', { params: { token }, body: { staff_access: chosen } });
    await reload();
  });
  return (
    <Choices>
      <legend>{staffAccessTexts.question}</legend>
      {staffAccessChoices.map(({ access, label, text }) => (
        <Radio key={access} name="staff_access" label={label} description={text} checked={setting.value === access} onChange={() => setting.choose(access)} />
      ))}
      <Problem problem={setting.problem} />
    </Choices>
  );
}
