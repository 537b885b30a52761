import { Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { billingAddress, billingAddressHint, noBillingAddress } from '../../server/domain/card/billingAddress.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { Facts } from '../components/Facts.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** The address that a shop's checkout asks for, each line with its copy button. */
export function BillingAddress({ business_name, business_address }: Pick<ReceiverAnswer, 'business_name' | 'business_address'>) {
  return (
    <TitledCard title="Billing address" headingId="billing_address">
      {business_address !== null && (
        <Facts
          facts={billingAddress({ business_name, business_address }).map(({ label, what, text }) => ({
            label,
            value: text,
            action: <CopyButton what={what} text={text} />,
          }))}
        />
      )}
      <Text as="p" tone="subdued">
        {business_address === null ? noBillingAddress : billingAddressHint}
      </Text>
    </TitledCard>
  );
}
