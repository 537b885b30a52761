import { useRevalidator } from '@remix-run/react';
import { BlockStack, Button, InlineStack, List, Text } from '@shopify/polaris';
import { useState } from 'react';
import { CallFailure } from '../../server/browser/callFailure.ts';
import type { BankAccountAnswer } from '../../server/contract/bank.ts';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import type { ProblemBody } from '../../server/contract/problems.ts';
import { bankChangeConsequences, bankFacts, bankStateWords, bankTexts, needsNewSignIn } from '../../server/domain/bank/bankTexts.ts';
import { Facts } from '../components/Facts.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { BankWindowNote } from '../onboarding/bank/BankWindowNote.tsx';
import { DebitAuthorizationNote } from '../onboarding/bank/DebitAuthorizationNote.tsx';
import { useBankWindow } from '../onboarding/bank/useBankWindow.ts';
import { Section } from './Section.tsx';

export interface BankAccountProps {
  token: string;
  /** The linked account; null while none is linked, and where the bank could not be asked. */
  account: BankAccountAnswer | null;
  /** Why the bank could not be asked; null when it was. */
  problem: ProblemBody | null;
  /** The authorization that the merchant gives by linking an account. */
  authorization: DebitAuthorizationAnswer['offered'];
  programName: string;
  scriptUrl: string;
  mayLink: boolean;
}

/** Shows the linked account, and lets the merchant sign in at the bank again or link another account. */
export function BankAccount({ token, account, problem, authorization, programName, scriptUrl, mayLink }: BankAccountProps) {
  const { revalidate } = useRevalidator();
  const bank = useBankWindow(token, scriptUrl, authorization.version);
  const [isChanging, setIsChanging] = useState(false);
  const mayRepair = account !== null && needsNewSignIn(account);
  const change = account === null && problem === null ? bankTexts.link : bankTexts.change;
  return (
    <Section id="bank" title="Bank account">
      <ProblemBanner problem={problem && new CallFailure(problem)} onRetry={revalidate} />
      {account === null && problem === null && <Text as="p">{bankTexts.none}</Text>}
      {account !== null && <Facts facts={bankFacts(account, bankStateWords(account))} />}
      <BankWindowNote {...bank} />
      {isChanging && (
        <BlockStack gap="300">
          <List>
            {bankChangeConsequences(account !== null).map((consequence) => (
              <List.Item key={consequence}>{consequence}</List.Item>
            ))}
          </List>
          <DebitAuthorizationNote programName={programName} markdown={authorization.markdown} />
        </BlockStack>
      )}
      {mayLink && (
        <InlineStack gap="200">
          {mayRepair && !isChanging && (
            <Button variant="primary" loading={bank.isBusy} onClick={() => void bank.open('relink')}>
              {bankTexts.repair}
            </Button>
          )}
          {isChanging ? (
            <>
              <Button
                variant="primary"
                onClick={() => {
                  setIsChanging(false);
                  void bank.open('link');
                }}
              >
                {bankTexts.choose}
              </Button>
              <Button onClick={() => setIsChanging(false)}>Cancel</Button>
            </>
          ) : (
            <Button loading={bank.isBusy && !mayRepair} disabled={bank.isBusy} onClick={() => setIsChanging(true)}>
              {change}
            </Button>
          )}
        </InlineStack>
      )}
    </Section>
  );
}
