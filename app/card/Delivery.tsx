import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useFormContext } from 'react-hook-form';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { deliveryLines, knownShippingAddress, recipientLines } from '../../server/domain/card/cardIssueForm.ts';
import { FormLines } from '../forms/FormLines.tsx';

/** Where plastic is sent, below `shipping_address` in its form. */
export function Delivery({ business_address }: Pick<ReceiverAnswer, 'business_address'>) {
  const { getValues, setValue } = useFormContext();
  const known = knownShippingAddress(business_address);
  const fillIn = () => setValue('shipping_address', { ...getValues('shipping_address'), ...known }, { shouldDirty: true, shouldValidate: true });
  return (
    <BlockStack gap="400">
      <Text as="h3" variant="headingSm">
        Where it goes
      </Text>
      <FormLines lines={recipientLines} />
      {known && (
        <InlineStack>
          <Button variant="plain" onClick={fillIn}>{`Use ${business_address}`}</Button>
        </InlineStack>
      )}
      <FormLines lines={deliveryLines} />
    </BlockStack>
  );
}
