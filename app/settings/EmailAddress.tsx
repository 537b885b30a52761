import { Badge, Banner, BlockStack, Button, Form, InlineStack, Text, TextField } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { mailAddressInWords, mailAddressTexts } from '../../server/domain/mail/mailAddressWords.ts';
import { Section } from './Section.tsx';

interface EmailAddressProps {
  receiver: Pick<ReceiverAnswer, 'email' | 'is_email_confirmed'>;
  /** The address that a link was mailed to and that is not confirmed yet; null without one. */
  waiting: string | null;
  typed: string;
  problem: string | null;
  isSending: boolean;
  onType: (typed: string) => void;
  onSave: () => void;
  /** Mails the link for the present address once more. */
  onSendAgain: () => void;
}

/** The address to which the account's mails go, whether its reader has confirmed it, and the form that changes it. */
export function EmailAddress({ receiver, waiting, typed, problem, isSending, onType, onSave, onSendAgain }: EmailAddressProps) {
  const { email, is_email_confirmed: isConfirmed } = receiver;
  return (
    <Section id="address" title={mailAddressTexts.heading}>
      {email !== '' && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="p" fontWeight="semibold" breakWord>
            {email}
          </Text>
          <Badge tone={isConfirmed ? 'success' : 'attention'}>{mailAddressTexts.states[isConfirmed ? 'confirmed' : 'unconfirmed']}</Badge>
        </InlineStack>
      )}
      {email === '' ? (
        <Banner tone="warning">
          <p>{mailAddressTexts.none}</p>
        </Banner>
      ) : (
        <Text as="p">{mailAddressInWords(receiver)}</Text>
      )}
      {email !== '' && !isConfirmed && (
        <InlineStack>
          <Button loading={isSending} onClick={onSendAgain}>
            {mailAddressTexts.sendAgain}
          </Button>
        </InlineStack>
      )}
      {waiting !== null && (
        <Banner tone="info">
          <p>{mailAddressTexts.waiting(waiting)}</p>
        </Banner>
      )}
      <Form noValidate onSubmit={onSave}>
        <BlockStack>
          <TextField
            label={mailAddressTexts.field}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={typedLengths.contactEmail}
            spellCheck={false}
            value={typed}
            error={problem ?? false}
            helpText={mailAddressTexts.hint(email !== '')}
            onChange={onType}
          />
        </BlockStack>
      </Form>
    </Section>
  );
}
