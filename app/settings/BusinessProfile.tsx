import { Form, Link, Text, TextField } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { coveredPhone } from '../../server/domain/forms/identity.ts';
import { phoneHint, verifiedFactsText } from '../../server/domain/receiver/businessTexts.ts';
import { Facts } from '../components/Facts.tsx';
import { Section } from './Section.tsx';

const missing = 'Not given';

interface BusinessProfileProps {
  receiver: ReceiverAnswer;
  supportEmail: string;
  /** The new phone number as it is typed. */
  phone: string;
  phoneProblem: string | null;
  onPhone: (typed: string) => void;
  onSave: () => void;
}

/** The business's data: support changes what came from the verification, the merchant changes the phone number. */
export function BusinessProfile({ receiver, supportEmail, phone, phoneProblem, onPhone, onSave }: BusinessProfileProps) {
  const { business_name, ein, business_address, nature_of_business, phone_number } = receiver;
  return (
    <Section id="business" title="Business profile">
      <Facts
        facts={[
          { label: 'Legal name', value: business_name ?? missing },
          { label: 'EIN or SSN', value: ein ?? missing },
          { label: 'Address', value: business_address ?? missing },
          { label: 'What it does', value: nature_of_business ?? missing },
        ]}
      />
      <Text as="p" tone="subdued">
        {verifiedFactsText[0]}
        <Link url={`mailto:${supportEmail}`}>{supportEmail}</Link>
        {verifiedFactsText[1]}
      </Text>
      <Facts facts={[{ label: 'Phone number', value: phone_number === null ? missing : coveredPhone(phone_number) }]} />
      <Form noValidate onSubmit={onSave}>
        <TextField
          label="New phone number"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={phone}
          error={phoneProblem ?? false}
          helpText={phoneHint}
          onChange={onPhone}
        />
      </Form>
    </Section>
  );
}
