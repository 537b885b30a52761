import type { Lithic } from 'lithic';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { accountHolder, accountHolderRequest, correctionRequest } from '../../../server/providers/lithic/kyb.ts';
import {
  authorizationRequest,
  cardTransaction,
  decisionAnswer,
  issuedCard,
  issuerEvent,
  page,
  shippingRequest,
  spendLimit,
} from '../../../server/providers/lithic/map.ts';
import type { BusinessApplication } from '../../../server/providers/ports/cardIssuer.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });

type Event = NonNullable<Lithic.Transaction['events']>[number];

function event(type: Event['type'], amount: number, polarity: Event['effective_polarity'], created: string, result: Event['result'] = 'APPROVED'): Event {
  return {
    token: `event-${type}-${created}`,
    type,
    result,
    amount,
    amounts: { cardholder: { ...usd(amount), conversion_rate: '1.000000' }, merchant: usd(amount), settlement: null },
    effective_polarity: polarity,
    created,
    detailed_results: [result === 'APPROVED' ? 'APPROVED' : 'CARD_SPEND_LIMIT_EXCEEDED'],
    network_info: null,
    rule_results: [],
  };
}

/** A transaction as the issuer sends it: `amount` positive for a purchase, everything under `amounts` negative. */
function transaction(given: Partial<Lithic.Transaction> & { hold: number; settlement: number }): Lithic.Transaction {
  const { hold, settlement, ...rest } = given;
  return {
    token: '764fa5a3-2371-40f0-8cbb-9a2e1230d955',
    account_token: 'db3942f0-0627-4887-a190-1ea83b46d091',
    card_token: '19c22c47-7a75-43ee-9891-595419830f7e',
    acquirer_fee: 0,
    acquirer_reference_number: null,
    amount: -(hold + settlement),
    amounts: {
      cardholder: { ...usd(hold + settlement), conversion_rate: '1.000000' },
      hold: usd(hold),
      merchant: usd(hold + settlement),
      settlement: usd(settlement),
    },
    authorization_amount: 1800,
    authorization_code: '071471',
    avs: null,
    cardholder_authentication: null,
    created: '2026-11-20T15:47:39Z',
    financial_account_token: null,
    merchant: {
      acceptor_id: '333301802529120',
      acquiring_institution_id: '191231',
      city: 'PORTLAND',
      country: 'USA',
      descriptor: 'OFFICE DEPOT #1127',
      mcc: '5943',
      phone_number: null,
      postal_code: null,
      state: 'OR',
      street_address: null,
    },
    merchant_amount: 1800,
    merchant_authorization_amount: 1800,
    merchant_currency: 'USD',
    network: 'VISA',
    network_risk_score: null,
    pos: {
      entry_mode: { card: 'PRESENT', cardholder: 'PRESENT', pan: 'ICC', pin_entered: false },
      terminal: {
        attended: true,
        card_retention_capable: false,
        on_premise: true,
        operator: 'CARD_ACCEPTOR',
        partial_approval_capable: false,
        pin_capability: 'UNSPECIFIED',
        type: 'POS_TERMINAL',
      },
    },
    result: 'APPROVED',
    service_location: null,
    settled_amount: -settlement,
    status: 'PENDING',
    tags: {},
    token_info: null,
    updated: '2026-11-20T15:47:39Z',
    events: [],
    ...rest,
  };
}

const AT = ['2026-11-20T15:47:39Z', '2026-11-21T09:00:00Z', '2026-11-22T09:00:00Z'] as const;
const auth = event('AUTHORIZATION', 1800, 'DEBIT', AT[0]);

describe('a card transaction has one sign: a purchase is positive, a refund negative', () => {
  it.each<[string, Lithic.Transaction, { amount: number; held: number; settled: number }]>([
    ['a purchase of $18 on hold', transaction({ hold: -1800, settlement: 0, events: [auth] }), { amount: 1800, held: 1800, settled: 0 }],
    [
      'the same cleared',
      transaction({ hold: 0, settlement: -1800, status: 'SETTLED', events: [auth, event('CLEARING', 1800, 'DEBIT', AT[1])] }),
      { amount: 1800, held: 0, settled: 1800 },
    ],
    [
      'the same cleared with a tip',
      transaction({ hold: 0, settlement: -2160, status: 'SETTLED', events: [auth, event('CLEARING', 2160, 'DEBIT', AT[1])] }),
      { amount: 2160, held: 0, settled: 2160 },
    ],
    [
      'the first of two clearings',
      transaction({ hold: -800, settlement: -1000, events: [auth, event('CLEARING', 1000, 'DEBIT', AT[1])] }),
      { amount: 1800, held: 800, settled: 1000 },
    ],
    [
      'a refund as a transaction of its own',
      transaction({ hold: 0, settlement: 1000, status: 'SETTLED', events: [event('RETURN', 1000, 'CREDIT', AT[0])] }),
      { amount: -1000, held: 0, settled: -1000 },
    ],
    [
      'a purchase returned in full within itself',
      transaction({
        hold: 0,
        settlement: 0,
        status: 'SETTLED',
        events: [auth, event('CLEARING', 1800, 'DEBIT', AT[1]), event('RETURN', 1800, 'CREDIT', AT[2])],
      }),
      { amount: 0, held: 0, settled: 0 },
    ],
    [
      'one that was declined, by what was asked for',
      transaction({
        hold: 0,
        settlement: 0,
        status: 'DECLINED',
        result: 'INSUFFICIENT_FUNDS',
        events: [event('AUTHORIZATION', 1800, 'DEBIT', AT[0], 'INSUFFICIENT_FUNDS')],
      }),
      { amount: 1800, held: 0, settled: 0 },
    ],
    [
      'one that was voided, by what was asked for',
      transaction({ hold: 0, settlement: 0, status: 'VOIDED', events: [auth, event('AUTHORIZATION_REVERSAL', 1800, 'CREDIT', AT[1])] }),
      { amount: 1800, held: 0, settled: 0 },
    ],
    [
      'one that expired',
      transaction({ hold: 0, settlement: 0, status: 'EXPIRED', events: [auth, event('AUTHORIZATION_EXPIRY', 1800, 'CREDIT', AT[1])] }),
      { amount: 1800, held: 0, settled: 0 },
    ],
    [
      'a credit on hold',
      transaction({ hold: 700, settlement: 0, events: [event('CREDIT_AUTHORIZATION', 700, 'CREDIT', AT[0])] }),
      { amount: -700, held: -700, settled: 0 },
    ],
    [
      'a clearing that no authorization came before',
      transaction({ hold: 0, settlement: -4999, status: 'SETTLED', events: [event('CLEARING', 4999, 'DEBIT', AT[0])] }),
      { amount: 4999, held: 0, settled: 4999 },
    ],
  ])('%s', (_, wire, expected) => {
    const { amountCents, heldCents, settledCents } = cardTransaction(wire);
    expect({ amount: amountCents, held: heldCents, settled: settledCents }).toEqual(expected);
  });

  it.each<[string, Lithic.Transaction, { status: string; amountCents: number; heldCents: number; settledCents: number }]>([
    [
      'expired',
      transaction({
        hold: 0,
        settlement: -1000,
        status: 'EXPIRED',
        events: [auth, event('CLEARING', 1000, 'DEBIT', AT[1]), event('AUTHORIZATION_EXPIRY', 800, 'CREDIT', AT[2])],
      }),
      { status: 'SETTLED', amountCents: 1000, heldCents: 0, settledCents: 1000 },
    ],
    [
      'was voided',
      transaction({
        hold: 0,
        settlement: -1000,
        status: 'VOIDED',
        events: [auth, event('CLEARING', 1000, 'DEBIT', AT[1]), event('AUTHORIZATION_REVERSAL', 800, 'CREDIT', AT[2])],
      }),
      { status: 'SETTLED', amountCents: 1000, heldCents: 0, settledCents: 1000 },
    ],
  ])('is settled with the part that settled before the rest %s', (_, wire, expected) => {
    expect(cardTransaction(wire)).toMatchObject(expected);
  });

  it('never holds a negative zero, which some comparisons take for another number', () => {
    const { heldCents, settledCents } = cardTransaction(transaction({ hold: 0, settlement: 0 }));
    expect(Object.is(heldCents, 0)).toBe(true);
    expect(Object.is(settledCents, 0)).toBe(true);
  });

  it('signs its events by their polarity, whichever sign the number has, in the order in which they happened', () => {
    const wire = transaction({
      hold: 0,
      settlement: -800,
      status: 'SETTLED',
      events: [event('RETURN', -1000, 'CREDIT', AT[2]), event('CLEARING', 1800, 'DEBIT', AT[1]), auth],
    });
    expect(cardTransaction(wire).events.map(({ type, amountCents }) => [type, amountCents])).toEqual([
      ['AUTHORIZATION', 1800],
      ['CLEARING', 1800],
      ['RETURN', -1000],
    ]);
  });

  it('keeps who was paid, when, and why it was declined', () => {
    const declined = event('AUTHORIZATION', 1800, 'DEBIT', AT[0], 'USER_TRANSACTION_LIMIT');
    const mapped = cardTransaction(transaction({ hold: 0, settlement: 0, status: 'DECLINED', result: 'USER_TRANSACTION_LIMIT', events: [declined] }));
    expect(mapped).toMatchObject({
      cardToken: '19c22c47-7a75-43ee-9891-595419830f7e',
      status: 'DECLINED',
      result: 'USER_TRANSACTION_LIMIT',
      currency: 'USD',
      merchant: { descriptor: 'OFFICE DEPOT #1127', mcc: '5943', city: 'PORTLAND', state: 'OR', country: 'USA', acceptorId: '333301802529120' },
      createdAt: new Date('2026-11-20T15:47:39Z'),
    });
    expect(mapped.events[0]?.detailedResults).toEqual(['CARD_SPEND_LIMIT_EXCEEDED']);
  });

  it('takes the reason from the details where the result of a purchase says no more than that it was declined', () => {
    const declined = { ...event('AUTHORIZATION', 1800, 'DEBIT', AT[0], 'DECLINED'), detailed_results: ['DECLINED', 'ADDRESS_INCORRECT'] } satisfies Event;
    const purchase = { hold: 0, settlement: 0, status: 'DECLINED', result: 'DECLINED' } as const;
    const mapped = cardTransaction(transaction({ ...purchase, events: [auth, declined] }));
    expect([mapped.result, mapped.events.map(({ result }) => result)]).toEqual(['ADDRESS_INCORRECT', ['APPROVED', 'ADDRESS_INCORRECT']]);
    expect(cardTransaction(transaction({ ...purchase, events: [{ ...declined, detailed_results: ['DECLINED'] }] })).result).toBe('DECLINED');
  });

  it('tells how much was asked for by a purchase that was declined, of which the holder’s amount knows nothing', () => {
    const refused = event('AUTHORIZATION', 0, 'DEBIT', AT[0], 'CARD_PAUSED');
    const amounts = { ...refused.amounts, merchant: { amount: 8_410, currency: 'USD' } };
    const declined = { hold: 0, settlement: 0, status: 'DECLINED', result: 'CARD_PAUSED' } as const;
    expect(cardTransaction(transaction({ ...declined, events: [{ ...refused, amounts }] })).amountCents).toBe(8_410);
    const inEuro = { ...amounts, merchant: { amount: 8_410, currency: 'EUR' } };
    expect(cardTransaction(transaction({ ...declined, events: [{ ...refused, amounts: inEuro }] })).amountCents).toBe(0);
  });

  describe('in another currency keeps its price and the rate', () => {
    const eur = (cleared: Event, price: number): Event => ({
      ...cleared,
      amounts: { ...cleared.amounts, cardholder: { ...cleared.amounts.cardholder, conversion_rate: '1.083200' }, merchant: { amount: price, currency: 'EUR' } },
    });
    const bought = eur(event('AUTHORIZATION', 4560, 'DEBIT', AT[0]), 4210);
    const abroad = (merchant: number, given: Parameters<typeof transaction>[0]): Lithic.Transaction => {
      const wire = transaction(given);
      const { amounts } = wire;
      return {
        ...wire,
        merchant_currency: 'EUR',
        amounts: { ...amounts, cardholder: { ...amounts.cardholder, conversion_rate: '1.083200' }, merchant: { amount: merchant, currency: 'EUR' } },
      };
    };

    it.each<[string, Lithic.Transaction, number]>([
      ['held', abroad(0, { hold: -4560, settlement: 0, events: [bought] }), 4210],
      ['held with an increment', abroad(0, { hold: -6726, settlement: 0, events: [bought, eur(event('AUTHORIZATION', 2166, 'DEBIT', AT[1]), 2000)] }), 6210],
      [
        'held without the part that was given back',
        abroad(0, { hold: -3477, settlement: 0, events: [bought, eur(event('AUTHORIZATION_REVERSAL', 1083, 'CREDIT', AT[1]), 1000)] }),
        3210,
      ],
      [
        'held by an advice that replaced it',
        abroad(0, { hold: -5416, settlement: 0, events: [bought, eur(event('AUTHORIZATION_ADVICE', 5416, 'DEBIT', AT[1]), 5000)] }),
        5000,
      ],
      [
        'settled with a tip',
        abroad(-4500, { hold: 0, settlement: -4874, status: 'SETTLED', events: [bought, eur(event('CLEARING', 4874, 'DEBIT', AT[1]), 4500)] }),
        4500,
      ],
      [
        'declined',
        abroad(0, { hold: 0, settlement: 0, status: 'DECLINED', events: [eur(event('AUTHORIZATION', 0, 'DEBIT', AT[0], 'CARD_PAUSED'), 4210)] }),
        4210,
      ],
      ['given back', abroad(1000, { hold: 0, settlement: 1083, status: 'SETTLED', events: [eur(event('RETURN', 1083, 'CREDIT', AT[0]), 1000)] }), -1000],
    ])('%s', (_, wire, amount) => {
      expect(cardTransaction(wire).foreign).toEqual({ amount, currency: 'EUR', conversion_rate: '1.083200' });
    });

    it('but has none in the card’s own', () => {
      expect(cardTransaction(transaction({ hold: -1800, settlement: 0, events: [auth] })).foreign).toBeNull();
    });
  });

  it('refuses an amount that is not whole cents', () => {
    expect(() => cardTransaction(transaction({ hold: -18.5, settlement: 0 }))).toThrow();
  });
});

describe('a card', () => {
  const wire: Lithic.Card = {
    token: '7ef7d65c-9023-4da3-b113-3b8583fd7951',
    account_token: 'f3f4918c-dee9-464d-a819-4aa42901d624',
    card_program_token: '5e9483eb-8103-4e16-9794-2106111b2eca',
    created: '2026-06-28T22:53:15Z',
    funding: null,
    last_four: '0519',
    pin_status: 'NOT_SET',
    spend_limit: 125_000,
    spend_limit_duration: 'FOREVER',
    state: 'OPEN',
    type: 'VIRTUAL',
  };

  it('is read with its limit in cents', () => {
    expect(issuedCard(wire)).toEqual({
      token: '7ef7d65c-9023-4da3-b113-3b8583fd7951',
      accountToken: 'f3f4918c-dee9-464d-a819-4aa42901d624',
      state: 'OPEN',
      substatus: null,
      kind: 'VIRTUAL',
      isPhysical: false,
      memo: '',
      expires: null,
      replacementFor: null,
      lastFour: '0519',
      spendLimitCents: 125_000,
      createdAt: new Date('2026-06-28T22:53:15Z'),
    });
  });

  it('tells its kind, reason, memo, last month and the card that it succeeds', () => {
    const told = {
      type: 'MERCHANT_LOCKED',
      state: 'CLOSED',
      substatus: 'COMPROMISED',
      memo: 'Meta ads',
      exp_month: '09',
      exp_year: '2031',
      replacement_for: 'old',
    };
    expect(issuedCard({ ...wire, ...told })).toMatchObject({
      kind: 'MERCHANT_LOCKED',
      isPhysical: false,
      substatus: 'COMPROMISED',
      memo: 'Meta ads',
      expires: { month: 9, year: 2031 },
      replacementFor: 'old',
    });
  });

  it('with the limit 0 has no limit', () => expect(issuedCard({ ...wire, spend_limit: 0 }).spendLimitCents).toBeNull());
  it('that was made physical is known by its type', () =>
    expect(issuedCard({ ...wire, type: 'PHYSICAL', state: 'PENDING_FULFILLMENT' })).toMatchObject({ isPhysical: true }));
  it('is never given the limit 0, which would lift it', () => expect(() => spendLimit(cents(0))).toThrow(RangeError));
  it('is never given a negative limit', () => expect(() => spendLimit(cents(-1))).toThrow(RangeError));
  it('without spending power gets one cent', () => expect(spendLimit(cents(1))).toEqual({ spend_limit: 1, spend_limit_duration: 'FOREVER' }));

  it('is sent without the parts of the address that are empty', () => {
    const to = {
      first_name: 'Corner Shop',
      last_name: '.',
      address1: '5 Broad Street',
      address2: '',
      city: 'NEW YORK',
      state: 'NY',
      postal_code: '10001',
      country: 'USA',
      email: null,
    };
    expect(shippingRequest(to)).toEqual({
      shipping_method: 'STANDARD_WITH_TRACKING',
      shipping_address: {
        first_name: 'Corner Shop',
        last_name: '.',
        address1: '5 Broad Street',
        city: 'NEW YORK',
        state: 'NY',
        postal_code: '10001',
        country: 'USA',
      },
    });
  });
});

describe('a list', () => {
  const item = (wire: unknown) => wire;
  const [first, second] = [{ token: 'a' }, { token: 'b' }];
  it('goes on after its last item while there is more', () =>
    expect(page({ data: [first, second], has_more: true }, item)).toEqual({ items: [first, second], next: 'b' }));
  it('ends', () => expect(page({ data: [first], has_more: false }, item).next).toBeNull());
  it('ends when it is empty, whatever it promises', () => expect(page({ data: [], has_more: true }, item).next).toBeNull());
});

const home = { address1: '123 Old Forest Way', city: 'Omaha', state: 'NE', postal_code: '61022', country: 'USA' };
const control = {
  first_name: 'Tom',
  last_name: 'Bombadil',
  dob: '03/08/1991',
  government_id: '111-23-1412',
  email: 'tom@middle-earth.com',
  phone_number: '+15555555555',
  address: { ...home, address2: '' },
};

const application: BusinessApplication = {
  business_entity: {
    legal_business_name: 'Busy Business, Inc.',
    government_id: '12-3456789',
    phone_numbers: ['+15555555555'],
    address: { ...home, address2: 'Suite 4' },
  },
  nature_of_business: 'Sells stationery',
  control_person: control,
  beneficial_owner_individuals: [{ ...control, first_name: 'Goldberry' }],
  agreed_at: new Date('2026-11-21T08:00:00Z'),
};

describe('business verification', () => {
  it('is asked for in the issuer’s form, births as instants and empty address lines left out', () => {
    expect(accountHolderRequest(application, 'receiver-1')).toEqual({
      workflow: 'KYB_BASIC',
      external_id: 'receiver-1',
      tos_timestamp: '2026-11-21T08:00:00.000Z',
      nature_of_business: 'Sells stationery',
      business_entity: {
        legal_business_name: 'Busy Business, Inc.',
        government_id: '12-3456789',
        phone_numbers: ['+15555555555'],
        address: { ...home, address2: 'Suite 4' },
      },
      control_person: { ...control, dob: '1991-03-08T00:00:00Z', address: home },
      beneficial_owner_individuals: [{ ...control, first_name: 'Goldberry', dob: '1991-03-08T00:00:00Z', address: home }],
    });
  });

  it('answers a fresh holder with the outer status', () => {
    expect(
      accountHolder({
        token: 'h',
        account_token: 'a',
        status: 'PENDING_REVIEW',
        status_reasons: [],
        external_id: 'receiver-1',
        created: '2026-11-21T08:00:00Z',
      }),
    ).toEqual({
      token: 'h',
      accountToken: 'a',
      externalId: 'receiver-1',
      status: 'PENDING_REVIEW',
      statusReasons: [],
      requiredDocuments: [],
      businessEntityToken: null,
      controlPersonToken: null,
      owners: [],
    });
  });

  const read = {
    token: 'h',
    created: '2026-11-21T08:00:00Z',
    account_token: 'a',
    external_id: 'receiver-1',
    status: 'PENDING_REVIEW',
    status_reasons: [],
    verification_application: {
      created: '2026-11-21T08:00:00Z',
      status: 'PENDING_RESUBMIT',
      status_reasons: ['CONTROL_PERSON_DOB_VERIFICATION_FAILURE'],
      updated: '2026-11-21T09:00:00Z',
    },
    required_documents: [
      { entity_token: 'e1', status_reasons: ['PRIMARY_BUSINESS_ENTITY_NAME_VERIFICATION_FAILURE'], valid_documents: ['EIN_LETTER', 'TAX_RETURN'] },
    ],
    business_entity: { entity_token: 'e1', legal_business_name: 'Busy Business, Inc.' },
    control_person: { entity_token: 'e2', first_name: 'Tom', last_name: 'Bombadil' },
    beneficial_owner_individuals: [{ entity_token: 'e3', first_name: 'Goldberry', last_name: 'Bombadil' }],
  };

  it('answers a read holder with the status of its latest review, the outer one being out of date', () => {
    expect(accountHolder(read)).toMatchObject({
      status: 'PENDING_RESUBMIT',
      statusReasons: ['CONTROL_PERSON_DOB_VERIFICATION_FAILURE'],
      requiredDocuments: [{ entityToken: 'e1', documentTypes: ['EIN_LETTER', 'TAX_RETURN'] }],
      owners: [{ entityToken: 'e3', firstName: 'Goldberry', lastName: 'Bombadil' }],
    });
  });

  it('is corrected part by part, under the issuer’s tokens, and says nothing of what did not change', () => {
    const correction = { control_person: { dob: '08/03/1991' }, business_entity: { government_id: '98-7654321' } };
    expect(correctionRequest(correction, accountHolder(read))).toEqual({
      control_person: { entity_token: 'e2', dob: '1991-08-03T00:00:00Z' },
      business_entity: { entity_token: 'e1', government_id: '98-7654321' },
    });
  });

  it('cannot be corrected in a part that the issuer does not name', () => {
    const bare = accountHolder({ token: 'h', status: 'REJECTED' });
    expect(() => correctionRequest({ control_person: { first_name: 'Tim' } }, bare)).toThrow(RangeError);
  });
});

describe('the question whether a purchase may be made', () => {
  const wire = {
    token: 'q1',
    status: 'AUTHORIZATION',
    authorization_amount: 5000,
    cash_amount: 0,
    amounts: { cardholder: usd(5000), hold: usd(6000), merchant: usd(5000), settlement: null },
    card: { token: 'c1', last_four: '0519', memo: '', spend_limit: 1, spend_limit_duration: 'FOREVER', state: 'OPEN', type: 'VIRTUAL' },
    merchant: { acceptor_id: '1', acquiring_institution_id: '2', city: 'PORTLAND', country: 'USA', descriptor: 'FUEL 24', mcc: '5542', state: 'OR' },
    created: '2026-11-21T08:00:00Z',
  };

  it.each([
    ['a fuel pump’s larger hold', wire, 'purchase', 6000],
    ['an acquirer’s fee on top', { ...wire, authorization_amount: 5300, amounts: { ...wire.amounts, hold: null } }, 'purchase', 5300],
    ['a debit at once', { ...wire, status: 'FINANCIAL_AUTHORIZATION', amounts: { ...wire.amounts, hold: null } }, 'purchase', 5000],
    ['a credit', { ...wire, status: 'CREDIT_AUTHORIZATION', amounts: { ...wire.amounts, hold: usd(-5000) } }, 'credit', 5000],
    [
      'a look at the balance',
      { ...wire, status: 'BALANCE_INQUIRY', authorization_amount: 0, amounts: { cardholder: usd(0), hold: null } },
      'balance_inquiry',
      0,
    ],
  ])('counts %s', (_, given, kind, amountCents) => {
    expect(authorizationRequest(given)).toMatchObject({ token: 'q1', cardToken: 'c1', kind, amountCents });
  });

  it('names the single authorization where the issuer does', () => {
    expect(authorizationRequest({ ...wire, event_token: 'e1' }).eventToken).toBe('e1');
    expect(authorizationRequest(wire).eventToken).toBeNull();
  });

  it('names the wallet that pays, and none for the number of the card', () => {
    expect(authorizationRequest({ ...wire, token_info: { wallet_type: 'APPLE_PAY' } }).wallet).toBe('APPLE_PAY');
    expect([authorizationRequest({ ...wire, token_info: null }).wallet, authorizationRequest(wire).wallet]).toEqual([null, null]);
  });

  it('names the merchant’s acceptor, and is read without', () => {
    const { acceptor_id: _none, ...bare } = wire.merchant;
    expect(authorizationRequest(wire).merchant).toEqual({ descriptor: 'FUEL 24', city: 'PORTLAND', state: 'OR', country: 'USA', mcc: '5542', acceptorId: '1' });
    expect(authorizationRequest({ ...wire, merchant: bare }).merchant.acceptorId).toBeNull();
  });

  it('tells the cash in it, and is not read without', () => {
    expect(authorizationRequest({ ...wire, cash_amount: 2_000 }).cashCents).toBe(2_000);
    expect(authorizationRequest(wire).cashCents).toBe(0);
    expect(() => authorizationRequest({ ...wire, cash_amount: undefined })).toThrow();
  });

  it('is answered in full or not at all', () => {
    expect(decisionAnswer({ token: 'q1' }, { approved: true })).toEqual({ result: 'APPROVED', token: 'q1' });
    expect(decisionAnswer({ token: 'q1' }, { approved: false, reason: 'insufficient_funds' })).toEqual({ result: 'INSUFFICIENT_FUNDS', token: 'q1' });
    expect(decisionAnswer({ token: 'q1' }, { approved: false, reason: 'limit_exceeded' })).toEqual({ result: 'VELOCITY_EXCEEDED', token: 'q1' });
  });
});

describe('webhooks', () => {
  it.each([
    [
      { event_type: 'account_holder.verification', token: 'h', status: 'ACCEPTED' },
      { about: 'account_holder', token: 'h' },
    ],
    [
      { event_type: 'account_holder_document.updated', token: 'd', account_holder_token: 'h' },
      { about: 'account_holder', token: 'h' },
    ],
    [
      { event_type: 'card.updated', card_token: 'c', state: 'PAUSED', previous_fields: {} },
      { about: 'card', token: 'c' },
    ],
    [
      { event_type: 'card_transaction.updated', token: 't', card_token: 'c' },
      { about: 'transaction', token: 't', cardToken: 'c', transaction: null },
    ],
    [
      { event_type: 'card.shipped', card_token: 'c', shipping_method: 'USPS with tracking', tracking_number: '9400' },
      { about: 'shipment', token: 'c', trackingNumber: '9400', shippingMethod: 'USPS with tracking' },
    ],
    [
      { event_type: 'card.created', card_token: 'c', replacement_for: null },
      { about: 'card', token: 'c' },
    ],
    [
      { event_type: 'tokenization.result', card_token: 'c', account_token: 'a', tokenization_token: 'k' },
      { about: 'tokenization', token: 'k', cardToken: 'c' },
    ],
    [
      { event_type: 'tokenization.updated', card_token: 'c', account_token: 'a', tokenization: { token: 'k', status: 'ACTIVE' } },
      { about: 'tokenization', token: 'k', cardToken: 'c' },
    ],
    [
      { event_type: 'digital_wallet.tokenization_updated', card_token: 'c', tokenization: { token: 'k' } },
      { about: 'tokenization', token: 'k', cardToken: 'c' },
    ],
    [{ event_type: 'auth_rules.backtest_report.created', backtest_token: 'b' }, { about: 'other' }],
    [{ event_type: 'embed.viewed', card_token: 'c' }, { about: 'other' }],
    [{ event_type: 'dispute.updated', token: 'x' }, { about: 'other' }],
  ])('%j is about what to look at', (wire, expected) => {
    expect(issuerEvent('msg_1', wire)).toEqual({ id: 'msg_1', type: wire.event_type, ...expected });
  });
});
