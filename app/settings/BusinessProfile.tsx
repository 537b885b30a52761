import { Link, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { coveredPhone } from '../../server/domain/forms/identity.ts';
import { Facts } from '../components/Facts.tsx';
import { Section } from './Section.tsx';

const missing = 'Not known yet';

/** What is known of the business. All of it comes from the verification, and support changes it. */
export function BusinessProfile({ receiver, supportEmail }: { receiver: ReceiverAnswer; supportEmail: string }) {
  const { business_name, ein, business_address, nature_of_business, phone_number } = receiver;
  return (
    <Section id="business" title="Business profile">
      <Facts
        facts={[
          { label: 'Legal name', value: business_name ?? missing },
          { label: 'EIN or SSN', value: ein ?? missing },
          { label: 'Address', value: business_address ?? missing },
          { label: 'What it does', value: nature_of_business ?? missing },
          { label: 'Phone number', value: phone_number === null ? 'Not given' : coveredPhone(phone_number) },
        ]}
      />
      <Text as="p" tone="subdued">
        These come from your verification. To have one changed, write to <Link url={`mailto:${supportEmail}`}>{supportEmail}</Link> and say what is new; we may
        ask for a document that shows it.
      </Text>
    </Section>
  );
}
