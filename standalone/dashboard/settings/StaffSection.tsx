import { Radio } from '@bigcommerce/big-design';
import { useState } from 'react';
import styled from 'styled-components';
import type { putStaffAccess } from '../../../server/contract/storeStaff.ts';
import { type StaffAccess, staffAccessChoices, staffAccessTexts } from '../../../server/domain/access/storeStaff.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
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
  const { token, staff_access: saved } = receiver;
  const [sent, setSent] = useState(saved);
  const saving = useIntent(async (staff_access: StaffAccess) => {
    await api.call<typeof putStaffAccess>('PUT /api/users/:token/staff_access', { params: { token }, body: { staff_access } });
    await reload();
  });
  // Shows the choice at once, so that the press is seen to have worked.
  const chosen = saving.isBusy ? sent : saved;
  function choose(access: StaffAccess) {
    if (saving.isBusy) return;
    setSent(access);
    void saving.run(access);
  }
  return (
    <Choices>
      <legend>{staffAccessTexts.question}</legend>
      {staffAccessChoices.map(({ access, label, text }) => (
        <Radio key={access} name="staff_access" label={label} description={text} checked={chosen === access} onChange={() => choose(access)} />
      ))}
      <Problem problem={saving.problem} />
    </Choices>
  );
}
