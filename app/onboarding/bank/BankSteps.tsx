import { useRevalidator } from '@remix-run/react';
import { Box, Button, InlineStack, List, Text } from '@shopify/polaris';
import type { BankAccountAnswer } from '../../../server/contract/bank.ts';
import type { DebitAuthorizationAnswer } from '../../../server/contract/debitAuthorization.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { remedyButtons } from '../../../server/domain/bank/bankRemedies.ts';
import { meaningOfBankStatus } from '../../../server/domain/bank/bankStatus.ts';
import { bankLead, bankStepTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { StepCard } from '../StepCard.tsx';
import { BankWindowNote } from './BankWindowNote.tsx';
import { DebitAuthorizationNote } from './DebitAuthorizationNote.tsx';
import { useBankWindow } from './useBankWindow.ts';

interface BankStepProps {
  /** The authorization that the merchant gives by linking an account. */
  authorization: DebitAuthorizationAnswer['offered'];
  programName: string;
  receiver: ReceiverAnswer;
  scriptUrl: string;
}

/** Lets the merchant choose the bank account that repayments are drawn from. */
export function BankLinkStep({ receiver: { token, blocks }, scriptUrl, programName, authorization }: BankStepProps) {
  const bank = useBankWindow(token, scriptUrl, authorization.version);
  return (
    <StepCard heading={bankStepTexts.heading} lead={bankLead(blocks)}>
      <List>
        {bankStepTexts.points(programName).map((point) => (
          <List.Item key={point}>{point}</List.Item>
        ))}
      </List>
      <BankWindowNote {...bank} />
      <DebitAuthorizationNote programName={programName} markdown={authorization.markdown} />
      <InlineStack>
        <Button variant="primary" loading={bank.isBusy} onClick={() => void bank.open('link')}>
          {bank.left !== null || bank.problem ? bankStepTexts.again : bankStepTexts.choose}
        </Button>
      </InlineStack>
    </StepCard>
  );
}

/** Shows the status of the linked account and every remedy for it: no status is a dead end. */
export function BankStatusStep({ receiver: { token }, scriptUrl, programName, authorization, heading, status, account }: BankStepProps & StatusProps) {
  const { revalidate, state } = useRevalidator();
  const bank = useBankWindow(token, scriptUrl, authorization.version);
  return (
    <StepCard heading={heading} lead={meaningOfBankStatus(status).message}>
      {account?.name && (
        <Box background="bg-surface-secondary" padding="300" borderRadius="200">
          <InlineStack align="space-between" gap="200">
            <Text as="span" fontWeight="semibold">
              {account.name}
            </Text>
            {account.mask && <Text as="span">ending in {account.mask}</Text>}
          </InlineStack>
        </Box>
      )}
      <BankWindowNote {...bank} />
      <DebitAuthorizationNote programName={programName} markdown={authorization.markdown} />
      <InlineStack gap="200">
        {remedyButtons(status).map(({ label, does }, place) => (
          <Button
            key={label}
            {...(place === 0 && { variant: 'primary' as const })}
            loading={place === 0 && (bank.isBusy || (does === 'look' && state === 'loading'))}
            onClick={() => (does === 'look' ? revalidate() : void bank.open(does))}
          >
            {label}
          </Button>
        ))}
      </InlineStack>
    </StepCard>
  );
}

interface StatusProps {
  heading: string;
  status: string;
  /** The linked account; null when the bank could not be asked. */
  account: BankAccountAnswer | null;
}
