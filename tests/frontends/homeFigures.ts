import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { CardAnswer } from '../../server/contract/card.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { CardRow } from '../../server/contract/transactions.ts';
import { testNow } from '../support/clock.ts';
import { expect } from './fixtures.ts';
import type { NewMerchant } from './onboardingMerchant.ts';

// The figures of home, as a page shows them and as the API answers, written without the product's own rules and formats.

/** The figures of home, by the name of the place. */
type Figures = Readonly<Record<string, string>>;

/**
 * The longest time from a change until the page shows it, in ms: after several changes the page rests for two seconds. Then it asks as we
 * do, twice where a change came while it asked; a busy machine answers both late.
 */
const mostBehindMs = 3_000;
const asksOfPage = 2;
const betweenMs = 400;
const dayMs = 86_400_000;

const dollars = (amountCents: number) => (amountCents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
const isoDay = (date: Date) => date.toISOString().slice(0, 10);
const shortDay = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });
const plasticOf = { PENDING_FULFILLMENT: 'ordered', PENDING_ACTIVATION: 'in the mail' } as const;

/** The tests' day is the same in UTC and in each program's zone. */
function inDays(day: string): string {
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${isoDay(testNow())}T00:00:00Z`)) / dayMs);
  return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
}

const weekdayOf = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });

/** Says what is taken from the bank for the first payment, and when. */
function taken({ next_debit: debit }: Pick<ReceiverAnswer, 'next_debit'>, first: { day: string; owed: number }): string {
  if (!debit?.due_dates.includes(first.day)) return '';
  return `We take ${debit.amount_cents === first.owed ? 'it' : dollars(debit.amount_cents)} on ${weekdayOf(debit.debit_date)}.`;
}

function dueOf({ paymentSchedule, next_debit }: ReceiverAnswer): { next: string; soon: string } {
  const dues = paymentSchedule.map(({ payment_due_date, total_owed_cents, potential_cashback }) => ({
    day: isoDay(new Date(payment_due_date.seconds * 1_000)),
    owed: total_owed_cents,
    cashback: potential_cashback,
  }));
  const [first] = dues;
  const last = isoDay(new Date(testNow().getTime() + 30 * dayMs));
  return {
    next: first
      ? `Next Payment${dollars(first.owed)}Due ${first.day}, ${inDays(first.day)}${taken({ next_debit }, first)}${first.cashback > 0 ? `+${dollars(first.cashback)} cashback` : ''}`
      : 'Next PaymentNo payment due',
    soon: `Due in the next 30 days${dollars(dues.filter(({ day }) => day <= last).reduce((sum, { owed }) => sum + owed, 0))}`,
  };
}

function readingLine({ store_reading }: ReceiverAnswer): string {
  if (store_reading === null) return '';
  const { months_read, months_wanted } = store_reading;
  return months_read === 0 ? 'Reading your store' : `Reading your store: ${months_read} of ${months_wanted} months`;
}

function tiles(receiver: ReceiverAnswer): Figures {
  const { availableSpendPowerCents: available, totalSpendPowerCents: total, totalOutstandingCents: owed, payment_plan } = receiver;
  // The server always knows a limit, also before the store has been read.
  if (available === null || total === null) throw new Error('the API answered no spending power');
  const { next, soon } = dueOf(receiver);
  const left = total === 0 ? 100 : Math.max(0, Math.round((available / total) * 100));
  return {
    available: `Available to Spend${dollars(Math.max(0, available))}Total Limit: ${dollars(Math.max(0, total))}`,
    reading: readingLine(receiver),
    power: `Spending Power RemainingSpending Power Remaining: ${left}%`,
    // The weekly draws of this plan have no single next payment.
    next: payment_plan === 'fixed_pay' ? 'none' : next,
    outstanding: `Total Outstanding${dollars(owed)}`,
    due: soon,
  };
}

function cardFigure({ state, type, last_four }: CardAnswer): string {
  const label = state === 'OPEN' ? 'Card Active' : 'Card Paused';
  const toggle = state === 'PENDING_ACTIVATION' ? 'no switch' : state === 'OPEN' ? 'on' : 'off';
  const way = Object.entries(plasticOf).find(([waiting]) => waiting === state);
  const note = way ? `Paused only for purchases in person: it works online now. The plastic is ${way[1]}.` : '';
  return `${label}, ${toggle}, ${type === 'PHYSICAL' ? 'Card' : 'Virtual card'} •••• ${last_four}${note}`;
}

function tableFigures({ rows, from, to, total }: { rows: readonly CardRow[]; from: number; to: number; total: number }): Figures {
  const row = ({ status, descriptor, amount_cents, created_at, repayment_date }: CardRow) =>
    [
      status === 'PENDING' ? 'PurchasePending: held, not charged by the merchant yet' : 'Purchase',
      descriptor,
      dollars(amount_cents),
      shortDay(created_at.slice(0, 10)),
      repayment_date === null ? '' : shortDay(repayment_date),
    ].join(' | ');
  return { count: total === 0 ? 'No results found' : `Showing ${from} to ${to} of ${total} results`, rows: rows.map(row).join('\n') };
}

async function askApi(merchant: NewMerchant): Promise<Figures> {
  const receiver = await merchant.receiver();
  const [card, table] = await Promise.all([
    merchant.call(`/api/lithic_card?token=${receiver.lithic_card_token}`),
    merchant.call(`/api/users/${receiver.token}/transactions?tab=card`),
  ]);
  return { ...tiles(receiver), card: cardFigure(card.body), ...tableFigures(table.body) };
}

/** Reads everything from one moment of the page. A place that is not there yet has no figure; where the API's line ends, the page may add words. */
function readPage(page: Page): Promise<Figures> {
  return page.evaluate(() => {
    const textOf = (part: Element | null | undefined) => {
      const copy = part?.cloneNode(true) as Element | undefined;
      for (const hidden of copy?.querySelectorAll('[aria-hidden="true"]') ?? []) hidden.remove();
      return copy?.textContent ?? '';
    };
    const section = (title: string) => [...document.querySelectorAll('section')].find((one) => one.querySelector('h2')?.textContent === title);
    const upTo = (text: string, end: RegExp) => end.exec(text)?.[0] ?? text;
    const amount = /^\D*(30 days)?-?\$[\d,]+\.\d\d/;
    const card = section('Your card');
    const last4 = [...(card?.querySelectorAll('span') ?? [])].find((one) => /•••• \d{4}$/.test(one.textContent));
    const toggle = card?.querySelector<HTMLInputElement>('input[role="switch"]');
    const label = /Card (Active|Paused)/.exec(textOf(card))?.[0] ?? '';
    const rows = [...document.querySelectorAll('[role="tabpanel"] tbody tr')].map((row) => [...row.children].map(textOf).join(' | '));
    const figures: Record<string, string> = {
      available: upTo(textOf(section('Available to Spend')), /^.*Total Limit: -?\$[\d,]+\.\d\d/),
      reading: textOf(section('Available to Spend')?.querySelector('[role="status"]')),
      power: upTo(textOf(section('Spending Power Remaining')), /^.*?%/),
      next: section('Available to Spend') && !section('Next Payment') ? 'none' : textOf(section('Next Payment')),
      outstanding: upTo(textOf(section('Total Outstanding')), amount),
      due: upTo(textOf(section('Due in the next 30 days')), amount),
      card: last4
        ? `${label}, ${toggle ? (toggle.checked ? 'on' : 'off') : 'no switch'}, ${last4.textContent}${textOf(last4.parentElement?.nextElementSibling)}`
        : '',
      count: /Showing \d+ to \d+ of \d+ results|No results found/.exec(textOf(document.querySelector('[role="tabpanel"]')))?.[0] ?? '',
      rows: rows.join('\n'),
    };
    const isEmptyText = (name: string) => (name === 'rows' ? figures.count !== '' : name === 'reading' && figures.available !== '');
    return Object.fromEntries(Object.entries(figures).filter(([name, text]) => text !== '' || isEmptyText(name)));
  });
}

/** Words that home may show only when they are true, which they never are in a first hour. */
const falseWords = /please refresh|no sales|\bnull\b|\bNaN\b|undefined|Invalid Date|went wrong/i;

/** Collects from now on every text of home with words that are not true, from its first frame on. */
export async function collectFalseWords(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript((source) => {
    const found: string[] = [];
    Object.assign(window, { falseWordsOfHome: found });
    const words = new RegExp(source, 'i');
    const note = () => {
      const text = window.location.pathname === '/' ? (document.body?.textContent ?? '') : '';
      const at = text.search(words);
      if (at >= 0) found.push(text.slice(Math.max(0, at - 60), at + 60));
    };
    new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
  }, falseWords.source);
  return () => page.evaluate(() => (window as unknown as { falseWordsOfHome: string[] }).falseWordsOfHome);
}

/** Tells whether as many months are shown as were read between two of the answers, or whether the text is one of them: months are read faster than they are asked for. */
function isBetween(text: string, answers: readonly string[]): boolean {
  const months = (line: string) => (line === '' ? Number.POSITIVE_INFINITY : Number(/\d+/.exec(line)?.[0] ?? 0));
  const all = answers.map(months);
  return months(text) >= Math.min(...all) && months(text) <= Math.max(...all);
}

export interface HomeWatch {
  /** Waits until the page shows what the API answers, in every place. */
  agrees: () => Promise<void>;
  /** Ends the watch. Fails when the page ever showed a figure that was not true within the last seconds. */
  end: () => Promise<void>;
}

/** Waits until home shows what the API answers, in every place. */
export async function expectHomeAgrees(page: Page, merchant: NewMerchant): Promise<void> {
  await expect(async () => {
    const answered = await askApi(merchant);
    expect(await readPage(page)).toEqual(answered);
  }).toPass({ timeout: 30_000 });
}

/** Compares home with the API, all the time, until `end`. */
export function watchHome(page: Page, merchant: NewMerchant): HomeWatch {
  const told: { at: number; tookMs: number; figures: Figures }[] = [];
  const contradictions: string[] = [];
  let comparisons = 0;
  let isOver = false;

  const ask = async () => {
    const at = performance.now();
    const figures = await askApi(merchant);
    told.push({ at, tookMs: performance.now() - at, figures });
  };
  const compare = async () => {
    const before = performance.now();
    const shown = await readPage(page);
    await ask();
    const slowestMs = Math.max(...told.filter(({ at, tookMs }) => at + tookMs > before - mostBehindMs).map(({ tookMs }) => tookMs));
    // The newest answer from before the time that a change may take, and all that came after it.
    const first = told.findLastIndex(({ at }) => at < before - mostBehindMs - asksOfPage * slowestMs);
    const answers = told.slice(Math.max(0, first));
    for (const [name, text] of Object.entries(shown)) {
      const answered = answers.map(({ figures }) => figures[name] ?? '');
      const isTrue = name === 'reading' ? isBetween(text, answered) : answered.includes(text);
      if (!isTrue) contradictions.push(`home shows "${text}" where the API answers ${[...new Set(answered)].map((one) => `"${one}"`).join(' or ')}`);
    }
    comparisons += 1;
  };
  const watching = (async () => {
    await ask();
    while (!isOver) {
      await compare();
      await pause(betweenMs);
    }
  })();
  // A failure is thrown where the watch ends.
  watching.catch(() => undefined);

  return {
    agrees: () => expectHomeAgrees(page, merchant),
    async end() {
      isOver = true;
      await watching;
      expect([...new Set(contradictions)]).toEqual([]);
      expect(comparisons).toBeGreaterThan(5);
    },
  };
}
