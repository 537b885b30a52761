import { ChoiceList, Text } from '@shopify/polaris';
import { type StaffAccess as Access, staffAccessChoices, staffAccessTexts } from '../../server/domain/access/storeStaff.ts';
import { Section } from './Section.tsx';

/** Lets the owner decide what the store's staff may see. */
export function StaffAccess({ chosen, onChoose }: { chosen: Access; onChoose: (access: Access) => void }) {
  return (
    <Section id="staff" title={staffAccessTexts.heading}>
      <Text as="p">{staffAccessTexts.lead}</Text>
      <ChoiceList
        title={staffAccessTexts.question}
        choices={staffAccessChoices.map(({ access, label, text }) => ({ value: access, label, helpText: text }))}
        selected={[chosen]}
        onChange={([access]) => onChoose(staffAccessChoices.find((choice) => choice.access === access)?.access ?? chosen)}
      />
    </Section>
  );
}
