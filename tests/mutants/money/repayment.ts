import { mistakesIn } from '../mistake.ts';

const draw = mistakesIn('server/domain/repayment/draw.ts', [
  ["'sending', 'unknown', 'pending', 'posted']", "'sending', 'pending', 'posted']", 'A debit whose outcome is unknown is made a second time.'],
  ["'unknown', 'pending', 'posted']", "'unknown', 'pending']", 'A debit that the bank has posted is made a second time.'],
  ["new Set(['declined', 'failed', 'returned'])", "new Set(['declined', 'failed'])", 'A returned debit does not count as failed: the card stays open.'],
  ['subtract(smaller(due, owed), inFlight)', 'subtract(due, inFlight)', 'Purchases that are only held are debited.'],
  ['subtract(smaller(due, owed), inFlight)', 'smaller(due, owed)', 'What is in flight is debited again.'],
  ['dueDateOf(entry) <= dueDate).map', 'dueDateOf(entry) < dueDate).map', 'What is due on the day itself is not debited.'],
  ['isBankHoliday) <= day);', 'isBankHoliday) < day);', 'Every debit is made a day late.'],
  ['larger(noMoney, smaller(amount, maximumDrawCents))', 'smaller(amount, maximumDrawCents)', 'A debit below zero is ordered.'],
  ['larger(noMoney, smaller(amount, maximumDrawCents))', 'larger(noMoney, amount)', 'A debit exceeds the $150,000 that the bank allows.'],
  [
    'addBusinessDays(debitDate, -2, isBankHoliday)',
    'addBusinessDays(debitDate, -1, isBankHoliday)',
    'The merchant is notified of a debit one business day before it, not two.',
  ],
  ['const attempts = 2;', 'const attempts = 3;', 'A failed debit is presented a third time.'],
  ['const attempts = 2;', 'const attempts = 1;', 'A failed debit is never presented again.'],
  [
    'addBusinessDays(latest.failedOn, 2, isBankHoliday)',
    'addBusinessDays(latest.failedOn, 1, isBankHoliday)',
    'A failed debit is presented again a day too early.',
  ],
  [
    'return latest.debit_date < day ? next : null;',
    'return latest.debit_date <= day ? next : null;',
    'The rest above the largest debit is drawn on the same day.',
  ],
  ['retryOn !== null && retryOn <= day', 'retryOn !== null', 'A failed debit is presented again on the day it failed.'],
  ['stageOf(status) > stageOf(known)', 'stageOf(status) < stageOf(known)', 'A settled debit goes back to posted when events arrive out of order.'],
  ['account.plaid_access_token !== BLANK && !isFrozen(account)', 'account.plaid_access_token !== BLANK', 'A locked account is debited.'],
  ['owed > 0 && schedule.some', 'owed < 0 && schedule.some', 'An account whose debit failed may go on spending.'],
  ['dueDateOf(entry) <= dueDate));', 'dueDateOf(entry) < dueDate));', 'A failed debit of the only due date holds nothing.'],
]);

const cashback = mistakesIn('server/domain/repayment/cashback.ts', [
  ['if (paidOn > account.deadline) continue;', 'if (paidOn >= account.deadline) continue;', 'A payment on the last day earns no cashback.'],
  ['if (paidOn > account.deadline) continue;', '', 'A late payment earns cashback.'],
  ['  payOldest(accounts, earned);', '  add(earned, noMoney);', 'Cashback does not pay towards the next due.'],
  ['if (receipt.isRepayment) creditCashback', 'creditCashback', 'A refund earns cashback.'],
  [
    'share(account.paidInTime, cashbackBasisPoints)',
    'add(account.cashback, share(amount, cashbackBasisPoints))',
    'Paying in parts earns less than paying at once.',
  ],
  ['(one.due_date < other.due_date ? -1 : 1)', '(one.due_date > other.due_date ? -1 : 1)', 'Payments pay the newest due first.'],
  ['left = subtract(left, paid);', '', 'One payment pays every due date.'],
]);

const payNow = mistakesIn('server/domain/repayment/payNow.ts', [
  ['const payable = subtract(owed, inFlight);', 'const payable = owed;', 'A payment pays again what is in flight.'],
  ['unpaidEntries(schedule, inFlight)[0]', 'unpaidEntries(schedule, noMoney)[0]', 'The next payment includes a payment that is in flight.'],
  ['smaller(payable, choice.unpaid_cents)', 'choice.unpaid_cents', 'Paying one purchase takes more than is owed.'],
  ['const bankingDaysToSettle = 3;', 'const bankingDaysToSettle = 5;', 'The promised day of settlement is not the bank’s.'],
  ['if (potential_cashback > 0) earned', 'earned', 'The preview promises cashback for what is late.'],
  ['subtract(facts.outstanding, amount)', 'facts.outstanding', 'The preview says that a payment frees nothing.'],
]);

const schedule = mistakesIn('server/domain/repayment/schedule.ts', [
  ['Math.max(1, Math.ceil(netTerms / 7))', 'Math.max(1, Math.floor(netTerms / 7))', 'A begun week has no weekly debit.'],
  ['days === 0 ? 7 : days', 'days', 'The first weekly debit is on the day of the purchase.'],
  ['? subtract(credits, due.amount_cents) : credits', '? credits : credits', 'A refund lowers no payment.'],
  [
    'today <= paymentDeadline(due_date, isBankHoliday) ?',
    'today < paymentDeadline(due_date, isBankHoliday) ?',
    'On the last day in time no cashback is offered.',
  ],
  ['larger(noMoney, negate(creditsReceived))', 'noMoney', 'A credit taken back beyond what was given is never collected.'],
  ['cents(15_000_000)', 'cents(1_500_000)', 'The largest debit is $15,000.'],
  [
    'return bankDebitDate(dueDate, isBankHoliday).date;',
    'return isBankHoliday(dueDate) ? dueDate : dueDate;',
    'A payment due on a closed day is late on the day of its debit.',
  ],
  ['addCalendarDays(nextWeekday(boughtOn, drawDay), 7 * week)', 'addCalendarDays(nextWeekday(boughtOn, drawDay), week)', 'Weekly debits are made daily.'],
]);

const upcoming = mistakesIn('server/domain/repayment/upcomingDebits.ts', [
  ['if (!isBusinessDay(day, isBankHoliday)) return [];', '', 'A debit is ordered on a day the banks are closed.'],
  ['underway = add(underway, amount_cents);', '', 'Two due dates of one day are debited twice.'],
  ['made.filter((draw) => draw.due_date === due_date)', 'made.filter((draw) => draw.due_date > due_date)', 'A failed debit is made anew each day.'],
  ['inFlight = add(inFlight, amount_cents);', '', 'The notice of a debit counts the debit before it again.'],
]);

export const repaymentMistakes = [...draw, ...cashback, ...payNow, ...schedule, ...upcoming];
