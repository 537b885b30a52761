import { formatDay } from '../basics/dateFormats.ts';
import { formatUsd } from '../basics/money.ts';
import { inDays, namesInWords } from '../basics/words.ts';
import { platformName } from '../store/storeTexts.ts';
import type { CashFacts, CashForecast } from './cashForecast.ts';
import { isSeasonKnown, leastHistoryDays } from './expectedSales.ts';
import type { PayoutRhythm } from './payoutRhythm.ts';

/** Says what the line is, then what it is made of and what is not in it. It never promises. */
export function cashSentences(facts: CashFacts, forecast: CashForecast): readonly string[] {
  const { payouts, isExpected, recurring, elsewhere } = forecast;
  return [
    isExpected && payouts !== null
      ? `An estimate, not a promise: what we expect if your sales go as they did on the same weekdays of the last four weeks${isSeasonKnown(payouts.record) ? ', and the season as it went a year ago' : ''}.`
      : null,
    isExpected ? 'The range is where we expect three in five days of sales to fall.' : null,
    isExpected ? null : knownOnlyWords(facts, forecast),
    balanceWords(facts),
    payouts !== null && !facts.store?.isBeingRead && payouts.record.days > 0 ? rhythmWords(payouts.rhythm, facts.store?.platforms ?? []) : null,
    facts.debt === null ? 'No draws are in it: nothing is drawn from your bank at present.' : null,
    elsewhere.length > 0 ? 'What is drawn from your other bank is not in it.' : null,
    recurring.length > 0
      ? `Purchases that came at regular times so far are expected to go on: ${namesInWords([...new Set(recurring.map(({ merchant }) => merchant))])}.`
      : null,
    'What else your bank account pays and receives, such as rent and payroll, is not in it.',
  ].filter((sentence) => sentence !== null);
}

function balanceWords({ balance }: CashFacts): string | null {
  return balance && `It begins with the ${formatUsd(balance.amount_cents)} that your bank reported on ${formatDay(balance.readOn)}.`;
}

function knownOnlyWords({ store }: CashFacts, { payouts }: CashForecast): string {
  if (store === null || payouts === null) return 'Only what is known is shown: no store is connected whose sales we could expect.';
  if (store.isBeingRead) return 'Only draws are shown: your store is still being read.';
  const { days } = payouts.record;
  const known = days === 1 ? 'one day' : `${days} days`;
  return `Only what is known is shown: payouts on their way and draws. From ${leastHistoryDays} days of sales on, further sales are expected; yours are known for ${known}.`;
}

function rhythmWords({ source, lag_days, counts, share }: PayoutRhythm, platforms: readonly string[]): string {
  const lag = lag_days === 0 ? 'on the day of a sale' : `${inDays(lag_days, counts === 'banking' ? 'banking' : '')} after a sale`;
  const part = `${(share / 100).toFixed(1).replace('.0', '')}%`;
  if (source === 'payouts') return `Payouts are expected as they came so far: ${lag} or on the next payout day, ${part} of it.`;
  const [platform] = platforms;
  const of = platforms.length === 1 && platform !== undefined ? `as ${platformName(platform)} usually pays` : 'as is usual';
  return `Payouts are expected ${of}: ${lag}, ${part} of it after fees and returns.`;
}
