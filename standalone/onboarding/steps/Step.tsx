import { lazy, Suspense } from 'react';
import type { OnboardingStep } from '../../../server/domain/onboarding.ts';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { AgreementStep } from './AgreementStep.tsx';

const KybStep = lazy(() => import('./KybStep.tsx').then((file) => ({ default: file.KybStep })));
const BankLinkStep = lazy(() => import('./BankLinkStep.tsx').then((file) => ({ default: file.BankLinkStep })));
const BankRelinkStep = lazy(() => import('./BankRelinkStep.tsx').then((file) => ({ default: file.BankRelinkStep })));
const BankPendingStep = lazy(() => import('./BankPendingStep.tsx').then((file) => ({ default: file.BankPendingStep })));
const StoreStep = lazy(() => import('./StoreStep.tsx').then((file) => ({ default: file.StoreStep })));
const CardIssueStep = lazy(() => import('./CardIssueStep.tsx').then((file) => ({ default: file.CardIssueStep })));
const PhysicalCardStep = lazy(() => import('./PhysicalCardStep.tsx').then((file) => ({ default: file.PhysicalCardStep })));
const KybAcceptStep = lazy(() => import('./KybAcceptStep.tsx').then((file) => ({ default: file.KybAcceptStep })));
const FinishedStep = lazy(() => import('./FinishedStep.tsx').then((file) => ({ default: file.FinishedStep })));

/** The screen of a step, the same in every frame. */
export function Step({ screen }: { screen: OnboardingStep | 'FINISHED' }) {
  return <Suspense fallback={<Loading />}>{screenOf(screen)}</Suspense>;
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

const Loading = () => <Skeleton label="Loading this step" lines={6} />;
