import { lazy, Suspense, useState } from 'react';
import styled from 'styled-components';
import { isMerchantsTurn } from '../../../server/domain/kyb/kybStatus.ts';
import { type OnboardingStep, onboardingSteps } from '../../../server/domain/onboarding/onboarding.ts';
import { TextButton } from '../../forms/TextButton.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { KybNotice } from '../approval/KybNotice.tsx';
import { Debt } from '../Debt.tsx';
import { useMissingScreen } from '../useShownStep.ts';
import { AgreementStep } from './AgreementStep.tsx';
import { BankLinkStep } from './BankLinkStep.tsx';
import { BankPendingStep } from './BankPendingStep.tsx';
import { BankRelinkStep } from './BankRelinkStep.tsx';
import { CardIssueStep } from './CardIssueStep.tsx';
import { FinishedStep } from './FinishedStep.tsx';
import { NoScreen } from './NoScreen.tsx';
import { StoreStep } from './StoreStep.tsx';

// Steps with a form are loaded lazily; the others are small.

const KybStep = lazy(() => import('./KybStep.tsx').then((file) => ({ default: file.KybStep })));
const PhysicalCardStep = lazy(() => import('./PhysicalCardStep.tsx').then((file) => ({ default: file.PhysicalCardStep })));
const KybAcceptStep = lazy(() => import('./KybAcceptStep.tsx').then((file) => ({ default: file.KybAcceptStep })));

const FixKyb = lazy(() => import('../approval/FixKyb.tsx').then((file) => ({ default: file.FixKyb })));

/** The steps after the form was sent and before the wait for the issuer's decision. The decision may arrive during any of them. */
const stepsBeforeDecision: ReadonlySet<string> = new Set(onboardingSteps.slice(onboardingSteps.indexOf('KYB') + 1, onboardingSteps.indexOf('KYB_ACCEPT')));

/** Shows the screen of a step, the same in every frame. A decision that needs a correction can be corrected from any later step. */
export function Step({ screen }: { screen: OnboardingStep | 'FINISHED' }) {
  const { receiver, reload } = useReceiver();
  const [isFixing, setIsFixing] = useState(false);
  const missing = useMissingScreen();
  const hasNotice = stepsBeforeDecision.has(screen) && isMerchantsTurn(receiver.kybStatus);

  if (missing !== null) return <NoScreen reason={missing} />;
  // The issuer has the correction even when the reload fails.
  const sent = () => reload().catch(() => undefined);
  if (hasNotice && isFixing) {
    return (
      <Suspense fallback={<Loading />}>
        <Back onClick={() => setIsFixing(false)}>← Later</Back>
        <FixKyb onSent={() => void sent()} />
      </Suspense>
    );
  }
  return (
    <>
      {hasNotice && <KybNotice kybStatus={receiver.kybStatus} onFix={() => setIsFixing(true)} />}
      <Suspense fallback={<Loading />}>{screenOf(screen)}</Suspense>
      {screen !== 'FINISHED' && <Debt />}
    </>
  );
}

function screenOf(screen: OnboardingStep | 'FINISHED') {
  switch (screen) {
    case 'LOADING':
      return <Loading />;
    case 'PRIVACY_POLICY':
      return <AgreementStep key={screen} document="privacy_policy" />;
    case 'TERMS_AND_CONDITIONS':
      return <AgreementStep key={screen} document="terms_and_conditions" />;
    case 'CARD_HOLDERS_AGREEMENT':
      return <AgreementStep key={screen} document="card_holders_agreement" />;
    case 'KYB':
      return <KybStep />;
    case 'BANK_LINK':
      return <BankLinkStep />;
    case 'BANK_RELINK':
      return <BankRelinkStep />;
    case 'BANK_LINK_PENDING':
      return <BankPendingStep />;
    case 'ACCOUNTING_CONNECTION':
      return <StoreStep />;
    case 'CARD_ISSUE':
      return <CardIssueStep />;
    case 'PHYSICAL_CARD_ISSUE':
      return <PhysicalCardStep />;
    case 'KYB_ACCEPT':
      return <KybAcceptStep />;
    case 'FINISHED':
      return <FinishedStep />;
  }
}

const Back = styled(TextButton)`
  margin-bottom: 1rem;
`;

const Loading = () => <Skeleton label="Loading this step" lines={6} />;
