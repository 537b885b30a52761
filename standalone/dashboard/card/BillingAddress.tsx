import { billingAddress, billingAddressHint, noBillingAddress } from '../../../server/domain/card/billingAddress.ts';
import { Card } from '../../layout/Card.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CopyButton } from './CopyButton.tsx';
import { Explanation, FactList } from './FactList.ts';

/** The address that a shop's checkout asks for, each line with its copy button. */
export function BillingAddress() {
  const { business_name, business_address } = useReceiver().receiver;
  if (business_address === null) {
    return (
      <Card title="Billing address">
        <Explanation>{noBillingAddress}</Explanation>
      </Card>
    );
  }
  return (
    <Card title="Billing address">
      <FactList>
        {billingAddress({ business_name, business_address }).map(({ label, what, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
            <dd>
              <CopyButton what={what} text={text} />
            </dd>
          </div>
        ))}
      </FactList>
      <Explanation>{billingAddressHint}</Explanation>
    </Card>
  );
}
