import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  changedFields,
  clearedValue,
  isSet,
  type Receiver,
  type ReceiverFieldName,
  receiverFieldNames,
  receiverFields,
  receiverToSave,
  refusedChanges,
} from '../../../server/domain/receiver/receiver.ts';
import { newReceiver } from '../../support/receiver.ts';

const beforeKyb = newReceiver();
const afterKyb = newReceiver({ lithic_account_holder_token: '7c1a4f0e-0c59-4b53-9a52-6f0fd1ff2f4b' });

/** A value of the right kind that differs from what a new receiver holds. */
function otherValue(name: ReceiverFieldName): unknown {
  return { text: 'something else', flag: true, cents: 4_200, days: 7, instant: '2031-01-01T00:00:00.000Z' }[receiverFields[name].type];
}

const changeable: Partial<Record<ReceiverFieldName, 'any_time' | 'once' | 'until_kyb'>> = {
  accepted_privacy_policy: 'once',
  accepted_terms_and_conditions: 'once',
  accepted_card_holders_agreement: 'once',
  business_name: 'until_kyb',
  business_address: 'until_kyb',
  phone_number: 'any_time',
  nature_of_business: 'until_kyb',
  ein: 'until_kyb',
  card_request: 'any_time',
  fund_withdraw_email: 'any_time',
  gets_monday_email: 'any_time',
};

it('the record has the fields that cross the wire, each once', () => {
  expect(receiverFieldNames).toHaveLength(52);
  expect(new Set(receiverFieldNames).size).toBe(receiverFieldNames.length);
});

describe.each(receiverFieldNames)('%s', (name) => {
  const rule = changeable[name];
  const change = { [name]: otherValue(name) };

  it(`${rule ? 'may' : 'may not'} be set by a merchant before KYB`, () => {
    expect(refusedChanges(beforeKyb, change)).toEqual(rule ? [] : [name]);
  });

  it(`${rule && rule !== 'until_kyb' ? 'may' : 'may not'} be set by a merchant after KYB`, () => {
    // After KYB the token itself is another value already.
    expect(refusedChanges(afterKyb, change)).toEqual(rule && rule !== 'until_kyb' ? [] : [name]);
  });

  it('is no change when it equals what is stored', () => {
    expect(changedFields(afterKyb, { [name]: afterKyb[name] })).toEqual([]);
  });

  it('reads as not set once cleared', () => {
    expect(isSet(clearedValue(name))).toBe(false);
  });
});

describe('changes by a merchant', () => {
  const accepted = newReceiver({ accepted_privacy_policy: true });

  it('an acceptance cannot be taken back', () => {
    expect(refusedChanges(accepted, { accepted_privacy_policy: false })).toEqual(['accepted_privacy_policy']);
    expect(refusedChanges(accepted, { accepted_privacy_policy: null })).toEqual(['accepted_privacy_policy']);
    expect(refusedChanges(accepted, { accepted_privacy_policy: true })).toEqual([]);
  });

  it('staff cannot accept a document for the merchant, and change what else the merchant may', () => {
    const body = { accepted_privacy_policy: true, gets_monday_email: true };
    expect(refusedChanges(beforeKyb, body, 'staff')).toEqual(['accepted_privacy_policy']);
    expect(refusedChanges(beforeKyb, body, 'merchant')).toEqual([]);
  });

  it('a KYB step that staff skipped counts as submitted', () => {
    expect(refusedChanges(newReceiver({ lithic_account_holder_token: 'BLANK' }), { ein: '12-3456789' })).toEqual(['ein']);
  });

  it('the whole record may come back, with the one field changed', () => {
    expect(refusedChanges(beforeKyb, { ...beforeKyb, business_name: 'Corner Bakery' })).toEqual([]);
  });

  it('all refused fields are named, allowed ones are not', () => {
    const body = { gets_monday_email: true, admin: true, override_spend_limit: 100, business_name: 'Corner Bakery' };
    expect(refusedChanges(beforeKyb, body)).toEqual(['admin', 'override_spend_limit']);
  });

  it.each(['is_admin', '__proto__', 'constructor', 'toString', ''])('a field that the record does not have is refused: "%s"', (name) => {
    expect(refusedChanges(beforeKyb, JSON.parse(`{"${name}": 1}`))).toEqual([name]);
  });

  it('an instant written another way is no change', () => {
    expect(changedFields(beforeKyb, { created_at: '2026-03-01T09:00:00+00:00' })).toEqual([]);
    expect(changedFields(beforeKyb, { created_at: '2026-03-01T09:00:01Z' })).toEqual(['created_at']);
    expect(changedFields(beforeKyb, { created_at: null })).toEqual(['created_at']);
  });
});

describe('what a page saves', () => {
  it('nothing on the first load', () => {
    expect(receiverToSave(null, beforeKyb)).toBeNull();
  });

  it('nothing while the known fields are as they were at the last sync', () => {
    const copy = { ...beforeKyb, isOnboarded: true, kybStatus: 'ACCEPTED' };
    expect(receiverToSave(beforeKyb, copy)).toBeNull();
  });

  it('every known field and nothing else once one changed', () => {
    const copy: Receiver = { ...beforeKyb, ...{ kybStatus: 'ACCEPTED' }, gets_monday_email: true };
    const saved = receiverToSave(beforeKyb, copy);
    expect(saved).toStrictEqual({ ...beforeKyb, gets_monday_email: true });
  });

  it('what a page saves after any change comes to rest once it is synced', () => {
    fc.assert(
      fc.property(fc.constantFrom(...receiverFieldNames), (name) => {
        const changed = { ...beforeKyb, [name]: otherValue(name) };
        const saved = receiverToSave(beforeKyb, changed);
        expect(saved).not.toBeNull();
        expect(receiverToSave(saved, changed)).toBeNull();
      }),
    );
  });
});
