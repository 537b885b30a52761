import { Banner, Box, Button } from '@shopify/polaris';
import { useState } from 'react';
import type { getAgreement } from '../../server/contract/agreements.ts';
import type { BankAccountAnswer } from '../../server/contract/bank.ts';
import type { Answer } from '../../server/contract/call.ts';
import type { DebitAuthorizationAnswer } from '../../server/contract/debitAuthorization.ts';
import type { KybAnswer } from '../../server/contract/kyb.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { isMerchantsTurn } from '../../server/domain/kyb/kybStatus.ts';
import type { OnboardingStep } from '../../server/domain/onboarding/onboarding.ts';
import { bankStepTexts, kybNotice } from '../../server/domain/onboarding/stepTexts.ts';
import { isLinked } from '../../server/domain/receiver/receiver.ts';
import { usePolling } from '../usePolling.ts';
import { AcceptedStep } from './AcceptedStep.tsx';
import { AgreementStep } from './AgreementStep.tsx';
import { FixKyb } from './approval/FixKyb.tsx';
import { BankLinkStep, BankStatusStep } from './bank/BankSteps.tsx';
import { CardIssueStep } from './CardIssueStep.tsx';
import { KybStep } from './kyb/KybStep.tsx';
import type { Linked } from './linked.server.ts';
import { PhysicalCardStep } from './PhysicalCardStep.tsx';
import { StoreStep } from './StoreStep.tsx';
import { WaitingStep } from './WaitingStep.tsx';

export interface StepProps {
  receiver: ReceiverAnswer;
  screen: OnboardingStep | 'FINISHED';
  agreement: Answer<typeof getAgreement> | null;
  kyb: KybAnswer | null;
  account: BankAccountAnswer | null;
  program: { name: string; supportEmail: string };
  bankScriptUrl: string;
  /** The authorization to debit a bank account; null at steps that link none. */
  authorization: DebitAuthorizationAnswer['offered'] | null;
  linked: Linked;
}

/** The polling intervals of the steps that somebody else completes; long enough for a page left open for days. */
const pollIntervalsMs: Partial<Record<StepProps['screen'], number>> = {
  LOADING: 2_500,
  BANK_RELINK: 10_000,
  BANK_LINK_PENDING: 10_000,
  ACCOUNTING_CONNECTION: 2_500,
  KYB_ACCEPT: 2_500,
};
const outlookIntervalMs = 2_500;

/** Shows the current step, and a notice when the issuer wants a correction, which can be made from any later step. */
export function Step(props: StepProps) {
  const { receiver, screen, kyb, program, linked } = props;
  const [isFixing, setIsFixing] = useState(false);
  usePolling(pollIntervalsMs[screen] ?? (linked.isOutlookChanging ? outlookIntervalMs : null));
  const hasCard = isLinked(receiver.lithic_card_token);
  const fix = screen !== 'KYB' && kyb && isMerchantsTurn(receiver.kybStatus) && (
    <FixKyb kyb={kyb} token={receiver.token} hasCard={hasCard} supportEmail={program.supportEmail} />
  );
  if (!fix) return <Screen {...props} />;
  if (screen === 'KYB_ACCEPT') return fix;
  if (isFixing) {
    return (
      <>
        <Box paddingInline={{ xs: '400', sm: '0' }}>
          <Button variant="plain" onClick={() => setIsFixing(false)}>
            ← Later
          </Button>
        </Box>
        {fix}
      </>
    );
  }
  const { heading, text, action } = kybNotice(receiver.kybStatus);
  return (
    <>
      <Banner tone="warning" title={heading} action={{ content: action, onAction: () => setIsFixing(true) }}>
        <p>{text}</p>
      </Banner>
      <Screen {...props} />
    </>
  );
}

function Screen({ receiver, screen, agreement, kyb, account, program, authorization, linked, bankScriptUrl: scriptUrl }: StepProps) {
  const bank = authorization && { receiver, scriptUrl, authorization, programName: program.name };
  switch (screen) {
    case 'LOADING':
      return null;
    case 'PRIVACY_POLICY':
    case 'TERMS_AND_CONDITIONS':
    case 'CARD_HOLDERS_AGREEMENT':
      return agreement && <AgreementStep key={screen} agreement={agreement} receiver={receiver} />;
    case 'KYB':
      return kyb && <KybStep kyb={kyb} receiver={receiver} />;
    case 'BANK_LINK':
      return bank && <BankLinkStep {...bank} />;
    case 'BANK_RELINK':
    case 'BANK_LINK_PENDING': {
      const isRelink = screen === 'BANK_RELINK';
      const status = receiver.plaid_account_verification_status ?? (isRelink ? 'relink' : 'pending_automatic_verification');
      const heading = isRelink ? bankStepTexts.relink : bankStepTexts.pending;
      return bank && <BankStatusStep {...bank} heading={heading} status={status} account={account} />;
    }
    case 'ACCOUNTING_CONNECTION':
      return <StoreStep notes={linked.notes} />;
    case 'CARD_ISSUE':
      return <CardIssueStep receiver={receiver} linked={linked} />;
    case 'PHYSICAL_CARD_ISSUE':
      return <PhysicalCardStep receiver={receiver} outlook={linked.outlook} />;
    case 'KYB_ACCEPT':
      return <WaitingStep receiver={receiver} supportEmail={program.supportEmail} />;
    case 'FINISHED':
      return <AcceptedStep receiver={receiver} />;
  }
}
