import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack } from '@shopify/polaris';
import type { getAgreement } from '../../server/contract/agreements.ts';
import type { getPlaidAccount } from '../../server/contract/bank.ts';
import type { getCalendar } from '../../server/contract/calendar.ts';
import type { getDebitAuthorization } from '../../server/contract/debitAuthorization.ts';
import type { getKyb, getKybStatus } from '../../server/contract/kyb.ts';
import type { getPayments } from '../../server/contract/payments.ts';
import type { getReceiver, ReceiverAnswer } from '../../server/contract/receiver.ts';
import { isMerchantsTurn } from '../../server/domain/kyb/kybStatus.ts';
import { type OnboardingStep, onboardingStep, screenFor } from '../../server/domain/onboarding/onboarding.ts';
import { agreementOf } from '../../server/domain/onboarding/stepTexts.ts';
import { AppPage } from '../components/AppPage.tsx';
import type { Merchant } from '../merchant.server.ts';
import { merchantOf } from '../merchant.server.ts';
import { ClosingStep } from '../onboarding/ClosingStep.tsx';
import { Debt } from '../onboarding/Debt.tsx';
import { nothingLinked, readLinked } from '../onboarding/linked.server.ts';
import styles from '../onboarding/onboarding.css?url';
import { Progress } from '../onboarding/Progress.tsx';
import { Step } from '../onboarding/Step.tsx';
import { pageTitle } from '../pageTitle.ts';

export const meta = pageTitle('Set up your card');

export const links = () => [{ rel: 'stylesheet', href: styles }];

/** Loads the merchant's current step and the data that it shows. */
export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const { receiver, account } = await refreshReceiver(merchant);
  const { token } = receiver;
  const screen = screenOf(receiver);
  const document = agreementOf(screen);
  const authorization = stepsAfterVerification.has(screen)
    ? await merchant.ask<typeof getDebitAuthorization>('GET /api/users/:token/debit_authorization', { params: { token } })
    : null;
  const { program, settings } = visit.context.page;
  return {
    receiver,
    screen,
    account,
    agreement: document && (await merchant.ask<typeof getAgreement>('GET /api/programs/current/agreements/:document', { params: { document } })),
    kyb: screen === 'KYB' || isMerchantsTurn(receiver.kybStatus) ? await merchant.ask<typeof getKyb>('GET /api/users/:token/kyb', { params: { token } }) : null,
    program: { name: program.name, supportEmail: program.support_email },
    authorization: authorization && linkingSteps.has(screen) ? authorization.offered : null,
    linked: authorization && !linkingSteps.has(screen) ? await readLinked(merchant, { receiver, screen, authorization }) : nothingLinked,
    bankScriptUrl: settings.bank_link_script_url,
    debt: (receiver.totalOutstandingCents ?? 0) > 0 ? await readDebt(merchant, token) : null,
  };
}

const screenOf = ({ completion, wantsPhysicalCard }: ReceiverAnswer) => screenFor(onboardingStep(completion), wantsPhysicalCard);

const linkingSteps: ReadonlySet<OnboardingStep | 'FINISHED'> = new Set(['BANK_LINK', 'BANK_RELINK', 'BANK_LINK_PENDING']);
const stepsAtBank: ReadonlySet<OnboardingStep | 'FINISHED'> = new Set(['BANK_RELINK', 'BANK_LINK_PENDING']);

const stepsAfterStore: ReadonlySet<OnboardingStep | 'FINISHED'> = new Set(['CARD_ISSUE', 'PHYSICAL_CARD_ISSUE']);
const stepsAfterVerification: ReadonlySet<OnboardingStep | 'FINISHED'> = new Set([...linkingSteps, 'ACCOUNTING_CONNECTION', ...stepsAfterStore]);

/** Refreshes from the provider that this step waits for, then returns the receiver. This replaces a webhook event that has not arrived. */
async function refreshReceiver(merchant: Merchant) {
  const known = await read(merchant);
  const { id } = known;
  const screen = screenOf(known);
  const answered = stepsAtBank.has(screen)
    ? await merchant.attempt<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', { params: { id }, query: {} })
    : null;
  const account = answered?.ok ? answered.value : null;
  const kyb = screen === 'KYB_ACCEPT' ? await merchant.attempt<typeof getKybStatus>('GET /api/users/:id/kyb_status', { params: { id }, query: {} }) : null;
  const hasChanged = (account && account.verification_status !== known.plaid_account_verification_status) || (kyb?.ok && kyb.value.status !== known.kybStatus);
  return { receiver: hasChanged ? await read(merchant) : known, account };
}

async function readDebt(merchant: Merchant, token: string) {
  const params = { token };
  const [{ entries }, { bank }] = await Promise.all([
    merchant.ask<typeof getCalendar>('GET /api/users/:token/calendar', { params }),
    merchant.ask<typeof getPayments>('GET /api/users/:token/payments', { params, query: { page: '1' } }),
  ]);
  return { entries, bank };
}

const read = (merchant: Merchant) => merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });

/** The onboarding, one step at a time. */
export default function Onboarding() {
  const step = useLoaderData<typeof loader>();
  const { closing } = step.receiver;
  return (
    <AppPage title="Set up your card" narrowWidth>
      <BlockStack gap="400">
        {closing === null ? (
          <>
            <Progress receiver={step.receiver} />
            <Step {...step} />
          </>
        ) : (
          <ClosingStep closing={closing} supportEmail={step.program.supportEmail} />
        )}
        {step.debt && <Debt receiver={step.receiver} {...step.debt} />}
      </BlockStack>
    </AppPage>
  );
}
