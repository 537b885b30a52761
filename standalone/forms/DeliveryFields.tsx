import { useFormContext } from 'react-hook-form';
import { deliveryLines, knownShippingAddress, recipientLines } from '../../server/domain/card/cardIssueForm.ts';
import { useReceiver } from '../session/receiver.ts';
import { FormLines } from './FormLines.tsx';
import { Fields } from './fieldLayout.ts';
import { TextButton } from './TextButton.ts';

/** Where plastic is sent, below `shipping_address` in its form. A button fills in the address of the business, because most cards go there. */
export function DeliveryFields() {
  const { business_address: address } = useReceiver().receiver;
  const { getValues, setValue } = useFormContext();
  const known = knownShippingAddress(address);
  const fillIn = () => setValue('shipping_address', { ...getValues('shipping_address'), ...known }, { shouldDirty: true, shouldValidate: true });
  return (
    <Fields>
      <FormLines lines={recipientLines} />
      {known && <TextButton onClick={fillIn}>Use {address}</TextButton>}
      <FormLines lines={deliveryLines} />
    </Fields>
  );
}
