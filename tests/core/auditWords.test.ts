import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditActionInWords, auditEntryInWords } from '../../server/domain/staff/auditWords.ts';
import { routes } from '../../server/http/routes/index.ts';

/** Those that staff can make about a customer, and that the audit log then names by method and path. */
const aboutSomebody = routes
  .map(({ contract }) => contract)
  .filter(({ subject, who }) => subject !== undefined && who !== 'shop')
  .map(({ method, path }) => `${method} ${path}`);

/** The calls of the table, which nothing exports. */
const named = [...readFileSync('server/domain/staff/auditWords.ts', 'utf8').matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/\S+)':/g)].map(([, call]) => call);

const entry = { outcome: 'done', reason: null, details: {} };

describe('the words of the audit log', () => {
  it('name every call about a customer, and no call that there is not', () => {
    expect(named.toSorted()).toEqual(aboutSomebody.toSorted());
  });

  it.each(aboutSomebody)('%s is a phrase without its path', (call) => {
    expect(auditActionInWords(call)).toMatch(/^[A-Z][^/:{}_]+[^.]$/);
  });

  it.each([
    ['GET /api/users/:token/cards', {}, 'View all cards'],
    ['admin action reset_ein', { reason: 'asked by phone', details: { fields: ['ein'] } }, 'Reset EIN (asked by phone): EIN'],
    [
      'admin action reset_card',
      { reason: 'it is bent', details: { fields: ['lithic_card_token', 'card_request'] } },
      'Reset Card (it is bent): Card, Card asked for',
    ],
    [
      'add manual row',
      { reason: 'goodwill', details: { row: 'c6a1', transaction_type: 'statement_credit', amount_cents: -2_500 } },
      'Take back a credit by hand (goodwill): Statement credit of $25.00',
    ],
    [
      'add manual row',
      { reason: 'goodwill', details: { row: 'c6a2', transaction_type: 'refund', amount_cents: 300 } },
      'Enter a credit by hand (goodwill): Refund of $3.00',
    ],
    [
      'set account terms',
      { reason: 'agreed', details: { before: { net_terms: 30, is_black_listed: false }, after: { net_terms: 45, is_black_listed: true } } },
      'Set account terms (agreed): Net terms in days from 30 to 45, On the blacklist from No to Yes',
    ],
    ['admin action reset_kyb', { details: { fields: ['lithic_account_holder_token', 'ein'] } }, 'Reset KYB: Business verification, EIN'],
    [
      'set spending power override',
      { reason: 'a large order', details: { override_cents: 123_400 } },
      'Set an override of spending power (a large order): $1,234.00',
    ],
    [
      'clear spending power override',
      { reason: 'paid', details: { override_cents: null, dropped: 'a floor of $300.00' } },
      'Clear the override of spending power (paid): without a floor of $300.00',
    ],
    [
      'replay webhook event',
      { details: { provider: 'lithic', event_id: 'evt-7', type: 'card.updated' } },
      'Process a webhook event again: lithic card.updated, event evt-7',
    ],
    ['PATCH /api/lithic_card', { outcome: 'refused' }, 'Pause or reopen a card, refused'],
    ['an act without words', {}, 'an act without words'],
  ])('say %s as people do', (action, rest, words) => {
    expect(auditEntryInWords({ ...entry, action, ...rest })).toBe(words);
  });
});
