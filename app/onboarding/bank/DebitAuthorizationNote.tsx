import { BlockStack, Text } from '@shopify/polaris';
import { debitTexts } from '../../../server/domain/bank/debitTexts.ts';
import { AgreementText } from '../AgreementText.tsx';

/** Says what the merchant authorizes by linking an account, with the whole text to read. */
export function DebitAuthorizationNote({ programName, markdown }: { programName: string; markdown: string }) {
  return (
    <BlockStack gap="200">
      <Text as="p">{debitTexts.linking(programName)}</Text>
      <AuthorizationText markdown={markdown} />
    </BlockStack>
  );
}

/** The text of an authorization, folded up. */
export function AuthorizationText({ markdown }: { markdown: string }) {
  return (
    <details>
      <summary>{debitTexts.read}</summary>
      <AgreementText markdown={markdown} />
    </details>
  );
}
