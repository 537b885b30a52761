import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { remedyButtons } from '../../../server/domain/bank/bankRemedies.ts';
import { explainBankExit } from '../../../server/domain/bank/bankWindow.ts';
import { typedDate } from '../../../server/domain/basics/typedDate.ts';
import { type DraftState, draftSaver } from '../../../server/domain/forms/draftSaver.ts';
import { onlyFields } from '../../../server/domain/forms/openFields.ts';
import { readAddress } from '../../../server/domain/forms/readAddress.ts';
import { milestones, progressOf, withObjection } from '../../../server/domain/onboarding/milestones.ts';
import { completionChecklist, onboardingSteps } from '../../../server/domain/onboarding/onboarding.ts';
import { kybNotice, refusalIntroduction } from '../../../server/domain/onboarding/stepTexts.ts';

const address = (address1: string, address2: string, city: string, state: string, postal_code: string) => ({ address1, address2, city, state, postal_code });

describe('an address that was written in one piece', () => {
  it.each([
    ['350 5th Ave, New York, NY 10118', address('350 5th Ave', '', 'New York', 'NY', '10118')],
    ['350 5th Ave\nFloor 3\nNew York, NY 10118-0110\nUnited States', address('350 5th Ave', 'Floor 3', 'New York', 'NY', '10118-0110')],
    ['12 Elm Street, Apt. 4, Rear, Albany ny 12207, USA', address('12 Elm Street', 'Apt. 4, Rear', 'Albany', 'NY', '12207')],
    ['100 Broadway, New York, N.Y. 10005', address('100 Broadway', '', 'New York', 'NY', '10005')],
    ['1600 I St, Washington, D. C. 20006', address('1600 I St', '', 'Washington', 'DC', '20006')],
    ['  1 Main St ,Salem,OR,97301 ', address('1 Main St', '', 'Salem', 'OR', '97301')],
  ])('%j falls into its parts', (text, parts) => {
    expect(readAddress(text)).toEqual(parts);
  });

  it.each([
    '',
    '350 5th Ave',
    '350 5th Ave New York NY 10118',
    '350 5th Ave, New York, ZZ 10118',
    '350 5th Ave, New York, NY',
    '10 Downing Street, London SW1A 2AA',
  ])('%j is left as it is, because its parts cannot be told', (text) => {
    expect(readAddress(text)).toBeNull();
  });
});

describe('a date of birth while it is typed', () => {
  it.each([
    ['0', '0'],
    ['04', '04'],
    ['042', '04/2'],
    ['04/', '04/'],
    ['04/23', '04/23'],
    ['04231985', '04/23/1985'],
    ['4/', '04/'],
    ['4/3/1985', '04/03/1985'],
    ['04-23-1985', '04/23/1985'],
    ['1985-04-23', '04/23/1985'],
    ['042319851', '04/23/1985'],
    ['April', ''],
  ])('%j reads %j', (typed, date) => {
    expect(typedDate(typed)).toBe(date);
  });
});

describe('what there is to do', () => {
  const nothing = {
    accepted_privacy_policy: false,
    accepted_terms_and_conditions: false,
    accepted_card_holders_agreement: false,
    lithic_account_holder_token: null,
    lithic_card_token: null,
    plaid_access_token: null,
    plaid_item_id: null,
    rutter_access_token: null,
    card_request: null,
  };
  const facts = { plaid_account_verification_status: null, kybStatus: null, card: null };
  const completion = completionChecklist(nothing, facts);

  it('names each condition once, and in the order of the steps', () => {
    const places = onboardingSteps.slice(1).map((_, place) => milestones(completion, place + 1).findIndex(({ state }) => state === 'current'));
    expect(places).toEqual([0, 1, 2, 3, 4, 4, 4, 5, 6, 6, 7]);
  });

  it('shows a link that broke later as the step that is open, and what was done since as done', () => {
    const broken = completionChecklist(
      {
        ...nothing,
        accepted_privacy_policy: true,
        accepted_terms_and_conditions: true,
        accepted_card_holders_agreement: true,
        lithic_account_holder_token: 'holder',
        plaid_access_token: 'h_1',
        plaid_item_id: 'item',
        rutter_access_token: 'h_2',
      },
      { ...facts, plaid_account_verification_status: 'relink' },
    );
    const all = milestones(broken, 6);
    expect(all.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done', 'current', 'done', 'later', 'later']);
    expect(progressOf(all)).toEqual({ place: 5, count: 8 });
  });

  it.each([
    ['PENDING_RESUBMIT', 'The card issuer has a question'],
    ['PENDING_DOCUMENT', 'The card issuer has a question'],
    ['REJECTED', 'The card issuer did not accept your business'],
  ])('opens a verification again that the issuer answers with %s, and says what it said', (kybStatus, said) => {
    const sent = completionChecklist({ ...nothing, lithic_account_holder_token: 'holder' }, facts);
    const business = withObjection(milestones(sent, 1), kybStatus).find(({ title }) => title === 'Business verification');
    expect(business).toEqual({ title: 'Business verification', hint: said, state: 'objected' });
  });

  it.each([null, 'PENDING_REVIEW', 'ACCEPTED'])('leaves a verification done at the status %s', (kybStatus) => {
    const sent = completionChecklist({ ...nothing, lithic_account_holder_token: 'holder' }, facts);
    expect(withObjection(milestones(sent, 1), kybStatus)).toEqual(milestones(sent, 1));
  });
});

describe('a business that the issuer refuses', () => {
  it('is not told that it gets no card when it has one', () => {
    expect(refusalIntroduction(false).lead).toContain('cannot open a card for it now');
    expect(refusalIntroduction(true)).toEqual({
      heading: 'Your business is no longer accepted',
      lead: 'The card issuer has looked at your business again and no longer accepts it, so we cannot open another card for it now.',
    });
    expect(kybNotice('REJECTED').text).toContain('No new card can be opened');
  });
});

describe('what helps with an account', () => {
  it.each([
    ['relink', ['relink', 'link']],
    ['verification_expired', ['link']],
    ['verification_failed', ['link']],
    ['pending_manual_verification', ['microdeposits', 'link']],
    ['pending_automatic_verification', ['look', 'link']],
    ['unsent', ['look', 'link']],
    ['database_matched', ['link']],
    ['a status of tomorrow', ['link']],
  ])('%s: %j', (status, does) => {
    expect(remedyButtons(status).map((button) => button.does)).toEqual(does);
  });

  it('explains each way out of the window', () => {
    const error = (error_code: string, display_message = '') => ({ error_type: 'ITEM_ERROR', error_code, error_message: 'internal', display_message });
    expect(explainBankExit(error('ITEM_LOCKED'), { status: '' })).toContain('locked');
    expect(explainBankExit(error('NEW_CODE', 'Your bank is closed today.'), { status: '' })).toBe('Your bank is closed today.');
    expect(explainBankExit(error('NEW_CODE'), { status: '' })).not.toContain('internal');
    expect(explainBankExit(null, { status: 'institution_not_found' })).toContain('routing number');
    expect(explainBankExit(null, { status: '' })).toContain('Open it again');
  });
});

describe('a form of which only some fields are open', () => {
  it.each([
    [['control_person.dob'], 'control_person.dob', true],
    [['control_person.dob'], 'control_person', true],
    [['control_person.dob'], 'control_person.first_name', false],
    [['business_entity.address'], 'business_entity.address.city', true],
    [['beneficial_owner_individuals.first_name'], 'beneficial_owner_individuals.1.first_name', true],
    [['beneficial_owner_individuals.first_name'], 'beneficial_owner_individuals.1.dob', false],
    [['beneficial_owner_individuals.0.dob'], 'beneficial_owner_individuals.1.dob', false],
    [['control_person'], 'control_person_owns_business', false],
  ])('%j: %s is open: %s', (named, path, isOpen) => {
    expect(onlyFields(named)(path)).toBe(isOpen);
  });
});

describe('a draft', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function after(pauseMs: number, work: () => void) {
    const waiting = setTimeout(work, pauseMs);
    return () => clearTimeout(waiting);
  }

  function draft(send: () => Promise<unknown>) {
    const told: DraftState[] = [];
    return { told, saver: draftSaver({ send, onState: (state) => told.push(state), after }) };
  }

  it('is saved once for everything typed without a pause', async () => {
    const send = vi.fn(async () => undefined);
    const { saver, told } = draft(send);
    for (let key = 0; key < 5; key += 1) {
      saver.changed();
      await vi.advanceTimersByTimeAsync(600);
    }
    expect(send).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(send).toHaveBeenCalledTimes(1);
    expect(told.at(-1)).toBe('saved');
  });

  it('that changes while it is being saved is saved again afterward, never at the same time', async () => {
    let running = 0;
    let most = 0;
    const send = vi.fn(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      running -= 1;
    });
    const { saver, told } = draft(send);
    saver.changed();
    await vi.advanceTimersByTimeAsync(800);
    saver.changed();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(told.at(-1)).toBe('saving');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(send).toHaveBeenCalledTimes(2);
    expect([most, told.at(-1)]).toEqual([1, 'saved']);
  });

  it('that could not be saved is tried again until it is', async () => {
    const send = vi.fn(async () => undefined).mockRejectedValueOnce(new Error('down'));
    const { saver, told } = draft(send);
    saver.changed();
    await vi.advanceTimersByTimeAsync(700);
    expect(told.at(-1)).toBe('failed');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([send.mock.calls.length, told.at(-1)]).toEqual([2, 'saved']);
  });

  it('that is closed saves what is left, and nothing ever after', async () => {
    const send = vi.fn(async () => Promise.reject(new Error('down')));
    const { saver } = draft(send);
    saver.changed();
    saver.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('without changes is not saved', async () => {
    const send = vi.fn(async () => undefined);
    const { saver } = draft(send);
    await saver.flush();
    saver.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(send).not.toHaveBeenCalled();
  });
});
