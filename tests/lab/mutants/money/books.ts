import { mistakesIn } from '../mistake.ts';

const ledger = mistakesIn('server/domain/ledger/ledger.ts', [
  ['return isCounted(subject) ? {', 'return subject.status ? {', 'A voided purchase is still owed.'],
  ['larger(noMoney, subject.pending_cents)', 'subject.pending_cents', 'A refund that is only held is a credit.'],
  ["new Set(['settled', 'funds_available'])", "new Set(['posted', 'settled', 'funds_available'])", 'A payment counts before the bank has settled it.'],
  ["new Set(['settled', 'funds_available'])", "new Set(['settled'])", 'A payment is taken back when its funds become available.'],
  ['fetchedAsOf.getTime() < knownAsOf.getTime()', 'fetchedAsOf.getTime() > knownAsOf.getTime()', 'An older state of a purchase replaces a newer one.'],
  [
    'isSettledTransfer(subject.status) ? negate(subject.amount_cents)',
    'isSettledTransfer(subject.status) ? subject.amount_cents',
    'A repayment raises the debt.',
  ],
  ['transfer.subject_id === subject.subject_id', 'transfer.kind !== undefined', 'What was booked for one purchase counts for another.'],
  ['#${booked.length + index}', '#${index}', 'The second booking of a purchase takes the name of the first and is lost.'],
  ['return add(balances.owed, balances.pending);', 'return balances.owed;', 'Held purchases use up no spending power.'],
  ["if (status === 'VOIDED') return 'void';", "if (status === 'VOIDED') return 'expiry';", 'A void is booked as an expiry.'],
  ["entry('owed', 'cashback', change.owed,", "entry('owed', 'adjustments', change.owed,", 'Cashback is booked among the corrections of staff.'],
  [
    "entry('owed', 'bank', change.owed, 'repayment_return', 'repayment')",
    "entry('owed', 'bank', change.owed, 'repayment', 'repayment_return')",
    'A repayment is booked as a return.',
  ],
  ['return smaller(change.owed, negate(change.pending));', 'return noMoney;', 'A settlement is booked through the card network a second time.'],
]);

const authorization = [
  ...mistakesIn('server/domain/card/authorization.ts', [
    ['if (question.amount_cents <= available) return', 'if (question.amount_cents < available) return', 'The last dollar of spending power cannot be spent.'],
    ['outstanding_cents, approved_cents, held_back_cents)', 'outstanding_cents, held_back_cents)', 'Two purchases at once both get the last dollar.'],
    ['approved_cents, held_back_cents)', 'approved_cents)', 'What a repayment freed is spent while it can come back.'],
    ["fraud: 'fraud',\n", '', 'A fraudulent account may spend.'],
    ["black_listed: 'account_held',\n", '', 'A black-listed account may spend.'],
    ["\n  locked: 'account_held',", '', 'A locked account may spend.'],
    ["\n  closing: 'closing',", '', 'An account that is closing may spend until its cards are closed.'],
    ["debits_stopped: 'debits_stopped',\n", '', 'Whoever takes the authorization back may spend until a job has paused the card.'],
    ["unpaid_draw: 'unpaid_draw',\n", '', 'Spending goes on until a job has paused the card after a returned debit.'],
    ["if (question.kind === 'credit') return { approved: true };", '', 'A held account gets no refund.'],
    ["if (isCash(question)) return declined('cash');", '', 'Cash is paid out.'],
    ['|| asked.amount_cents !== answered.amount_cents) return false;', ') return false;', 'After $10 were approved, the same token gets any amount.'],
    ['asked.eventToken === answered.eventToken', 'true', 'An increment of the same amount gets the answer of the first question, and reserves nothing.'],
  ]),
  ...mistakesIn('server/domain/card/card.ts', [["return state === 'OPEN' || isOnItsWay(state);", "return state !== 'CLOSED';", 'A paused card can be used.']]),
  ...mistakesIn('server/domain/spendingPower/spendingPowerFigures.ts', [
    ['total > 0 ? left : smaller(left, noMoney)', 'left', 'A credit is spent by an account without spending power.'],
  ]),
  ...mistakesIn('server/domain/card/controls/firstFailingControl.ts', [
    ['if (amount > remainder(', 'if (amount >= remainder(', 'The last cent of a card’s limit cannot be spent.'],
    ['dayIn(timeZone, now) <= ends_on', 'dayIn(timeZone, now) < ends_on', 'A card ends a day too early.'],
    ['hour < hours.until', 'hour <= hours.until', 'A card works an hour too long.'],
  ]),
  ...mistakesIn('server/domain/card/controls/limitRaises.ts', [
    ['now < ends_at && ended_at', 'now <= ends_at && ended_at', 'A raise holds at the instant at which it ends.'],
    ['larger(most, amount_cents)', 'amount_cents', 'A raise lowers a limit.'],
  ]),
  ...mistakesIn('server/domain/card/controls/periods.ts', [['(weekday(date) + 6) % 7', 'weekday(date)', 'A week begins on Sunday.']]),
  ...mistakesIn('server/domain/card/cash.ts', [
    ['cash_cents > 0 ||', 'cash_cents < 0 ||', 'A shop pays out cash.'],
    ["'6011', ", '', 'A cash machine pays out.'],
    ["'6051'", "'6052'", 'Foreign money is bought as a purchase.'],
  ]),
];

const card = mistakesIn('server/domain/card/card.ts', [
  ["'VOIDED', 'BOUNCED', 'EXPIRED']", "'VOIDED', 'BOUNCED']", 'An expired hold is owed for ever.'],
  ["['DECLINED', 'VOIDED',", "['VOIDED',", 'A declined purchase is owed.'],
]);

const dates = mistakesIn('server/domain/basics/dates.ts', [
  ['return addBusinessDays(madeOn, netTerms, isHoliday);', 'return addCalendarDays(madeOn, netTerms);', 'Business terms count weekends.'],
  ['date = addCalendarDays(date, 1);', 'date = addCalendarDays(date, -1);', 'A debit is made before its due date when banks are closed.'],
  ['day === 0 || day === 6', 'day === 0', 'Saturday counts as a business day.'],
  ['return !isWeekend(date) && !isHoliday(date);', 'return !isWeekend(date);', 'Holidays count as business days.'],
  [
    "if (netTermsType === 'calendar') return addCalendarDays(madeOn, netTerms);",
    "if (netTermsType === 'calendar') return addCalendarDays(madeOn, netTerms + 1);",
    'Calendar terms are a day too long.',
  ],
  ['format(instant)', 'format(new Date(instant.getTime() - 6 * 3_600_000))', 'The program’s day ends six hours late.'],
]);

const holidays = mistakesIn('server/holidays.ts', [
  [
    'return holidaysWhere((day) => !(day.isSubstitute && weekday(day.date) === friday));',
    'return holidaysWhere((day) => weekday(day.date) !== friday + 9);',
    'No debit is made on the Friday before a holiday on a Saturday, though banks are open.',
  ],
  ["day.name.startsWith('Veterans Day')", "day.name.startsWith('Memorial Day')", 'Terms in business days count the day on which Veterans Day is observed.'],
]);

const money = mistakesIn('server/domain/basics/money.ts', [
  [
    '(BigInt(amount) * BigInt(numerator)) / BigInt(denominator)',
    '(BigInt(amount) * BigInt(numerator) + BigInt(denominator) - 1n) / BigInt(denominator)',
    'Cashback is rounded up.',
  ],
  ['index < larger ? least + 1 : least', 'least', 'Weekly debits leave cents that nobody collects.'],
  ['return one < other ? one : other;', 'return one > other ? one : other;', 'The smaller of two amounts is the larger.'],
  ["sign === '-' ? -amount : amount", 'amount', 'A provider’s negative amount becomes positive.'],
  ["`${amount < 0 ? '-' : ''}${digits", '`${digits', 'Files lose the sign of an amount.'],
  ['if (!Number.isSafeInteger(amount)) throw', 'if (Number.isNaN(amount)) throw', 'Fractions of a cent are accepted.'],
]);

export const bookMistakes = [...ledger, ...authorization, ...card, ...dates, ...holidays, ...money];
