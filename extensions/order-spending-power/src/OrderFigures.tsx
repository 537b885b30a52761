import type { OrderAnswer } from './order.ts';
import { translate } from './translate.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const formatUsd = (cents: number) => dollars.format(cents / 100);

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const formatDay = (day: string) => days.format(new Date(`${day}T00:00:00Z`));

type Counted = Extract<OrderAnswer, { state: 'counts' }>;

/** Shows what an order adds, its payout date and the amount available now; or why it adds nothing. */
export function OrderFigures({ answer }: { answer: Exclude<OrderAnswer, { state: 'not_onboarded' | 'hidden' }> }) {
  return (
    <s-stack gap="base">
      {answer.state === 'counts' ? (
        <>
          <Figure label={translate('adds')} figure={formatUsd(answer.adds_cents)} />
          <Figure label={translate(answer.is_paid_out ? 'paidOut' : 'payoutExpected')} figure={payoutText(answer)} />
        </>
      ) : (
        <s-stack gap="none">
          <Figure label={translate('adds')} figure={formatUsd(0)} />
          <s-text color="subdued">{answer.text}</s-text>
        </s-stack>
      )}
      <s-divider />
      <Figure label={translate('available')} figure={formatUsd(answer.available_cents)} />
      <s-link href="app:">{translate('open')}</s-link>
    </s-stack>
  );
}

function payoutText({ payout_on, is_paid_out }: Counted): string {
  if (payout_on === null) return translate('byPaymentProvider');
  return is_paid_out ? translate('paidOutAbout', { day: formatDay(payout_on) }) : formatDay(payout_on);
}

function Figure({ label, figure }: { label: string; figure: string }) {
  return (
    <s-grid gridTemplateColumns="1fr auto" gap="small">
      <s-text>{label}</s-text>
      <s-text type="strong">{figure}</s-text>
    </s-grid>
  );
}
