import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { billingAddress, billingAddressHint, noBillingAddress } from '../../../server/domain/card/billingAddress.ts';
import { Card } from '../../layout/Card.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { CopyButton } from './CopyButton.tsx';
import { Explanation, FactList } from './FactList.ts';

/** The address that a shop's checkout asks for, each line with its copy button. A link to it scrolls to it. */
export function BillingAddress() {
  const place = useRef<HTMLDivElement>(null);
  // Another object on each visit, also on a second one to the same place.
  const location = useLocation();
  useEffect(() => {
    if (location.hash === '#billing_address') place.current?.scrollIntoView({ block: 'center' });
  }, [location]);
  return (
    <div ref={place}>
      <Address />
    </div>
  );
}

function Address() {
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
