import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { kybProblems } from '../../server/domain/kyb/kyb.ts';
import { kybForm, somebody } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('KYB');
});
afterAll(() => product.stop());
beforeEach(() => product.press('lithic', 'kyb_mode', { mode: 'at_once' }));

const atKyb = () => merchantAt(product, 'KYB');

const applications = ({ id }: Merchant) => product.deps.database.kybApplication.findMany({ where: { receiver_id: id }, orderBy: { attempt: 'asc' } });
const put = (merchant: Merchant, form: unknown, page = 0) => merchant.send('kyb', { method: 'PUT', body: { form, page } });
const kyb = (merchant: Merchant) => merchant.done(merchant.send('kyb'));
const holderOf = async (merchant: Merchant) => product.deps.providers.cardIssuer.getAccountHolder((await merchant.stored()).lithic_account_holder_token ?? '');

/** Every account holder that the issuer has of a merchant, by the external ids that we give. */
async function holdersOf({ id }: Merchant): Promise<string[]> {
  const rows = await product.deps.database.$queryRaw<{ external_id: string }[]>`
    SELECT data #>> '{holder,external_id}' AS external_id FROM sandbox.object WHERE stand_in = 'lithic' AND kind = 'account_holder'
      AND data #>> '{holder,external_id}' LIKE ${`kyb:${id}:%`} ORDER BY 1`;
  return rows.map(({ external_id }) => external_id);
}

/** Waits for the issuer's two events about a submission: one handled later would end the corrections that are typed. */
async function untilHandled(merchant: Merchant): Promise<void> {
  const { lithic_account_holder_token: holder } = await merchant.stored();
  const where = { body: { path: ['token'], equals: holder ?? '' }, handled_at: { not: null } };
  await eventually('the events of the submission', async () => (await product.deps.database.webhookInbox.count({ where })) === 2);
}

const decide = async (merchant: Merchant, status: string) =>
  product.press('lithic', 'decide_kyb', { account_holder_token: (await merchant.stored()).lithic_account_holder_token, status });

describe('the form', () => {
  it('is kept as it is typed, right or wrong, and comes back in another browser', async () => {
    const merchant = await atKyb();
    const typed = kybForm('Half', { business_entity: { government_id: '12' }, control_person: { dob: '04/23/1985', government_id: '', email: 'nonsense' } });
    const kept = await merchant.done(put(merchant, typed, 2));
    expect(kept).toMatchObject({ page: 2, status: 'draft', may_submit: true, issuer_status: null, attempts_left: 5, submitted_at: null });
    expect(kept.form.control_person).toMatchObject({ email: 'nonsense', dob: '••/••/1985', government_id: '' });
    expect(kept.form.business_entity.government_id).toBe('•••••');
    expect(await kyb(merchant)).toEqual(kept);
    // The sixth page, counted from 0, shows all answers.
    await merchant.done(put(merchant, typed, 5));
    expect((await kyb(merchant)).page).toBe(5);
  });

  it('keeps government ids and dates of birth encrypted, and never gives them back', async () => {
    const merchant = await atKyb();
    const owner = somebody({ government_id: '234-56-7891', dob: '12/31/1970' });
    const form = kybForm('Bakery', { control_person_owns_business: false, beneficial_owner_individuals: [owner] });
    const { text } = await put(merchant, form);
    const [application] = await applications(merchant);
    const secrets = ['123456789', '123-45-6789', '12-3456789', '234-56-7891', '04/23/1985', '12/31/1970'];
    for (const place of [text, JSON.stringify(application?.draft), application?.identifiers_encrypted ?? ''])
      expect(secrets.filter((secret) => place.includes(secret))).toEqual([]);
    expect(text).toContain('•••••7891');
    expect(text).toContain('••/••/1970');
  });

  it('counts a mask that comes back as unchanged, wherever its owner stands by then', async () => {
    const merchant = await atKyb();
    const owners = [somebody({ first_name: 'Bo', government_id: '234-56-7891' }), somebody({ first_name: 'Cy', government_id: '345-67-8912' })];
    const shown = await merchant.done(put(merchant, kybForm('Bakery', { control_person_owns_business: false, beneficial_owner_individuals: owners })));
    const withoutFirst = { ...shown.form, beneficial_owner_individuals: shown.form.beneficial_owner_individuals.slice(1) };
    expect((await merchant.done(put(merchant, withoutFirst))).form.beneficial_owner_individuals).toMatchObject([
      { first_name: 'Cy', government_id: '•••••8912', dob: '••/••/1985' },
    ]);
    await merchant.done(merchant.submitKyb(withoutFirst));
    expect((await holderOf(merchant)).owners.map(({ firstName }) => firstName)).toEqual(['Cy']);
  });

  it('takes no mask of nothing: the field is empty then', async () => {
    const merchant = await atKyb();
    const answer = await merchant.submitKyb(kybForm('Bakery', { control_person: { government_id: '•••••6789', dob: '••/••/1985' } }));
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ path }: { path: string }) => path)).toEqual(['form.control_person.dob', 'form.control_person.government_id']);
  });
});

describe('what cannot be right', () => {
  it.each([
    ['no form', {}],
    ['a list', { form: [] }],
    ['an unknown field', { form: { ...kybForm(), shares: 3 } }],
  ])('%s is refused', async (_, body) => {
    const answer = await (await atKyb()).post('kyb', body);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });

  it('is named all at once, in the order of the pages, just as the page itself would say, and nothing is kept', async () => {
    const form = { ...kybForm(''), nature_of_business: '', control_person_owns_business: false, beneficial_owner_individuals: [somebody({ email: 'x' })] };
    const merchant = await atKyb();
    const { body } = await merchant.submitKyb(form);
    expect(body.errors.map(({ path, message }: { path: string; message: string }) => ({ path, message }))).toEqual(
      kybProblems(form, new Date()).map(({ path, message }) => ({ path: `form.${path}`, message })),
    );
    expect(await applications(merchant)).toEqual([]);
  });
});

describe('the issuer’s decision', () => {
  it('pending, then accepted by a webhook, moves on by itself and is mailed', async () => {
    const merchant = await atKyb();
    expect(await merchant.done(merchant.submitKyb(kybForm('Pending Bakery')))).toMatchObject({ kybStatus: 'PENDING_REVIEW' });
    expect(await kyb(merchant)).toMatchObject({ status: 'submitted', issuer_status: 'PENDING_REVIEW', may_submit: false, reasons: [] });
    await decide(merchant, 'ACCEPTED');
    await eventually('acceptance', async () => (await merchant.stored()).kyb_status === 'ACCEPTED');
    expect(await kyb(merchant)).toMatchObject({ status: 'decided', issuer_status: 'ACCEPTED', may_submit: false });
    expect((await merchant.mail('kyb_status')).subject).toContain('Your business is verified');
    expect((await applications(merchant)).map(({ attempt, status, issuer_status }) => [attempt, status, issuer_status])).toEqual([[1, 'decided', 'ACCEPTED']]);
  });

  it('is there also when no webhook comes: reading the status asks the issuer', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb(kybForm('Pending Bakery')));
    await fetch(`${product.sandboxUrl}/control/webhooks/lithic`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"drop_next":1}' });
    await decide(merchant, 'ACCEPTED');
    expect((await merchant.stored()).kyb_status).toBe('PENDING_REVIEW');
    const { lithic_account_holder_token } = await merchant.stored();
    const path = `/api/users/${merchant.id}/kyb_status?lithic_account_holder_token=${lithic_account_holder_token}&whitelabel=headway`;
    expect(await merchant.done(merchant.send(path))).toEqual({ status: 'ACCEPTED', status_reasons: [] });
    expect((await merchant.stored()).kyb_status).toBe('ACCEPTED');
  });

  it('rejected says why in plain words; sent in anew, it is another account holder', async () => {
    const merchant = await atKyb();
    expect(await merchant.done(merchant.submitKyb(kybForm('Reject Bakery')))).toMatchObject({ kybStatus: 'REJECTED' });
    const shown = await kyb(merchant);
    expect(shown).toMatchObject({ status: 'decided', issuer_status: 'REJECTED', may_submit: true, attempts_left: 4 });
    expect(shown.reasons.map(({ code, message }: { code: string; message: string }) => [code, /^[A-Z][^_]+\.$/.test(message)])).toEqual([
      ['RISK_THRESHOLD_FAILURE', true],
      ['WATCHLIST_ALERT_FAILURE', true],
    ]);
    const corrected = { ...shown.form, business_entity: { ...shown.form.business_entity, legal_business_name: 'Honest Bakery' } };
    expect(await merchant.done(merchant.submitKyb(corrected))).toMatchObject({ kybStatus: 'ACCEPTED', business_name: 'Honest Bakery' });
    expect(await holdersOf(merchant)).toEqual([`kyb:${merchant.id}:1`, `kyb:${merchant.id}:2`]);
    expect((await applications(merchant)).map(({ attempt, issuer_status }) => [attempt, issuer_status])).toEqual([
      [1, 'REJECTED'],
      [2, 'ACCEPTED'],
    ]);
  });

  it('to be corrected opens the fields concerned; the same account holder is corrected', async () => {
    const merchant = await atKyb();
    const form = kybForm('Resubmit Bakery', {
      control_person_owns_business: false,
      beneficial_owner_individuals: [somebody({ first_name: 'Bo', government_id: '234-56-7891' })],
    });
    await merchant.done(merchant.submitKyb(form));
    const shown = await kyb(merchant);
    expect(shown).toMatchObject({ issuer_status: 'PENDING_RESUBMIT', may_submit: true });
    expect(shown.reasons.flatMap(({ fields }: { fields: string[] }) => fields)).toEqual([
      'business_entity.legal_business_name',
      'business_entity.government_id',
    ]);
    expect((await merchant.mail('kyb_status')).subject).toContain('Please correct');
    await untilHandled(merchant);

    await merchant.done(put(merchant, shown.form, 1));
    expect(await kyb(merchant)).toMatchObject({ status: 'draft', issuer_status: 'PENDING_RESUBMIT' });
    const changed = {
      ...shown.form,
      business_entity: { ...shown.form.business_entity, legal_business_name: 'Resubmit Bakery LLC', government_id: '20-1234567' },
      beneficial_owner_individuals: [{ ...shown.form.beneficial_owner_individuals[0], first_name: 'Bob' }],
    };
    const before = await holderOf(merchant);
    expect(await merchant.done(merchant.submitKyb(changed))).toMatchObject({ kybStatus: 'ACCEPTED', business_name: 'Resubmit Bakery LLC', ein: '•••••4567' });
    const after = await holderOf(merchant);
    expect([after.token, after.status, after.owners[0]?.firstName]).toEqual([before.token, 'ACCEPTED', 'Bob']);
    expect(await holdersOf(merchant)).toEqual([`kyb:${merchant.id}:1`]);
    expect(await merchant.timeline()).toEqual(expect.arrayContaining(['kyb_submitted', 'kyb_corrected']));
  });

  it('to be corrected takes no owner more or less, and says so at the list', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb(kybForm('Resubmit Bakery')));
    await untilHandled(merchant);
    const more = kybForm('Resubmit Bakery', { control_person_owns_business: false, beneficial_owner_individuals: [somebody()] });
    const answer = await merchant.submitKyb(more);
    expect([answer.status, answer.body.errors[0].path]).toEqual([400, 'form.beneficial_owner_individuals']);
    expect((await merchant.submitKyb(kybForm('Resubmit Bakery'))).status).toBe(200);
  });

  it('asks for a document: it is announced, put at the issuer, and decides', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb(kybForm('Document Bakery')));
    const { documents, may_submit } = await kyb(merchant);
    expect(may_submit).toBe(false);
    expect(documents).toMatchObject([{ about: 'Your business', attempts_left: 2 }]);
    expect(documents[0].document_types).toContainEqual({ type: 'EIN_LETTER', label: 'EIN letter from the IRS (CP 575 or 147C)' });
    const entity_token = documents[0].entity_token;

    const wrong = await merchant.post('kyb/documents', { entity_token, document_type: 'PASSPORT' });
    expect([wrong.status, wrong.body.errors[0].path]).toEqual([400, 'document_type']);
    const nobody = await merchant.post('kyb/documents', { entity_token: 'somebody', document_type: 'EIN_LETTER' });
    expect([nobody.status, nobody.body.errors[0].path]).toEqual([400, 'entity_token']);

    const announced = await merchant.done(merchant.post('kyb/documents', { entity_token, document_type: 'EIN_LETTER' }));
    expect(announced).toMatchObject({ attempts_left: 1, uploads: [{ side: 'FRONT' }] });
    const again = await merchant.done(merchant.post('kyb/documents', { entity_token, document_type: 'EIN_LETTER' }));
    expect(again).toEqual(announced);

    const upload = await fetch(announced.uploads[0].upload_url.replace('localhost', '127.0.0.1'), {
      method: 'PUT',
      body: 'image',
      headers: { 'content-type': 'image/png' },
    });
    expect(upload.ok).toBe(true);
    await eventually('acceptance', async () => (await merchant.stored()).kyb_status === 'ACCEPTED');
    const documentRows = await product.deps.database.kybDocument.findMany({ where: { receiver_id: merchant.id } });
    expect(documentRows.map(({ document_type, attempts_left }) => [document_type, attempts_left])).toEqual([['EIN_LETTER', 1]]);
    await eventually(
      'the document’s own state',
      async () => (await product.deps.database.kybDocument.findFirst({ where: { receiver_id: merchant.id } }))?.status === 'uploaded',
    );
  });

  it('is told each time that it comes, also when the issuer asks or accepts again', async () => {
    const merchant = await atKyb();
    const subjects = async () => {
      const mails = await product.deps.database.emailSent.findMany({ where: { receiver_id: merchant.id, kind: 'kyb_status', sent_at: { not: null } } });
      return mails.toSorted((one, other) => one.claimed_at.getTime() - other.claimed_at.getTime()).map(({ subject }) => subject);
    };
    const expected: string[] = [];
    await merchant.done(merchant.submitKyb(kybForm('Pending Bakery')));
    for (const [status, subject] of [
      ['PENDING_DOCUMENT', 'A document is needed'],
      ['PENDING_REVIEW', null],
      ['PENDING_DOCUMENT', 'A document is needed'],
      ['ACCEPTED', 'Your business is verified'],
      ['PENDING_DOCUMENT', 'A document is needed'],
      ['ACCEPTED', 'Your business is verified'],
    ] as const) {
      await decide(merchant, status);
      await eventually(status, async () => (await merchant.stored()).kyb_status === status);
      if (subject !== null) expected.push(subject);
      await eventually(`mail ${expected.length}`, async () => (await subjects()).length >= expected.length);
    }
    expect(await subjects()).toEqual(expected);
  });

  it('takes two documents about the same and no third', async () => {
    const merchant = await atKyb();
    await product.press('lithic', 'kyb_mode', { mode: 'by_hand' });
    await merchant.done(merchant.submitKyb(kybForm('Document Bakery')));
    const { documents } = await kyb(merchant);
    const { entity_token } = documents[0];
    for (const document_type of ['EIN_LETTER', 'TAX_RETURN']) await merchant.done(merchant.post('kyb/documents', { entity_token, document_type }));
    const third = await merchant.post('kyb/documents', { entity_token, document_type: 'BANK_STATEMENT' });
    expect([third.status, third.body.code]).toEqual([409, 'step_out_of_order']);
    expect((await kyb(merchant)).documents[0].attempts_left).toBe(0);
  });

  it('is asked for no document that the issuer does not want', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb());
    const answer = await merchant.post('kyb/documents', { entity_token: 'x', document_type: 'EIN_LETTER' });
    expect([answer.status, answer.body.code]).toEqual([409, 'step_out_of_order']);
  });

  it('ends the corrections after five submissions', async () => {
    const merchant = await atKyb();
    for (let count = 1; count <= 5; count += 1) await merchant.done(merchant.submitKyb(kybForm(`Reject Bakery ${count}`)));
    expect(await kyb(merchant)).toMatchObject({ attempts_left: 0, may_submit: false });
    const sixth = await merchant.submitKyb(kybForm('Reject Bakery 6'));
    expect([sixth.status, sixth.body.code]).toEqual([409, 'step_out_of_order']);
    expect(await holdersOf(merchant)).toHaveLength(5);
  });
});

describe('sending it again', () => {
  it('unchanged changes nothing; changed while the issuer looks at it, it is refused', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb(kybForm('Pending Bakery')));
    expect((await merchant.submitKyb(kybForm('Pending Bakery'))).status).toBe(200);
    const changed = await merchant.submitKyb(kybForm('Pending Bakery & Sons'));
    expect([changed.status, changed.body.code]).toEqual([409, 'step_out_of_order']);
    expect((await put(merchant, kybForm('Other'))).status).toBe(409);
    expect(await holdersOf(merchant)).toEqual([`kyb:${merchant.id}:1`]);
    expect((await merchant.stored()).business_name).toBe('Pending Bakery');
  });

  it('at the same time, from two windows, makes one account holder', async () => {
    const merchant = await atKyb();
    const answers = await Promise.all([1, 2, 3, 4].map(() => merchant.submitKyb()));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await holdersOf(merchant)).toEqual([`kyb:${merchant.id}:1`]);
  });

  it('after staff reset it, it begins anew with what was typed', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb());
    await product.deps.database.receiver.update({
      where: { id: merchant.id },
      data: { lithic_account_holder_token: null, ein_encrypted: null, ein_last_four: null },
    });
    const shown = await kyb(merchant);
    expect(shown).toMatchObject({ issuer_status: null, may_submit: true, reasons: [] });
    expect(await merchant.done(merchant.submitKyb(shown.form))).toMatchObject({ kybStatus: 'ACCEPTED', ein: '•••••6789' });
    expect(await holdersOf(merchant)).toEqual([`kyb:${merchant.id}:1`, `kyb:${merchant.id}:2`]);
  });

  it('where staff skipped it, there is nothing to send', async () => {
    const merchant = await atKyb();
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { lithic_account_holder_token: 'BLANK' } });
    expect((await merchant.submitKyb()).status).toBe(409);
    expect(await kyb(merchant)).toMatchObject({ may_submit: false, issuer_status: null });
    expect(await merchant.done(merchant.send(`/api/users/${merchant.id}/kyb_status?lithic_account_holder_token=BLANK`))).toEqual({
      status: null,
      status_reasons: [],
    });
    expect(await merchant.step()).toBe('BANK_LINK');
  });

  it('a page that still knows the account holder of before learns of the one that counts', async () => {
    const merchant = await atKyb();
    await merchant.done(merchant.submitKyb(kybForm('Reject Bakery')));
    const before = (await merchant.stored()).lithic_account_holder_token;
    await merchant.done(merchant.submitKyb(kybForm('Corner Bakery')));
    expect((await merchant.stored()).lithic_account_holder_token).not.toBe(before);
    const asked = merchant.send(`/api/users/${merchant.id}/kyb_status?lithic_account_holder_token=${before}`);
    expect(await merchant.done(asked)).toMatchObject({ status: 'ACCEPTED' });
  });

  it('asks nobody about an account holder that is somebody else’s', async () => {
    const [merchant, other] = [await atKyb(), await atKyb()];
    await merchant.done(merchant.submitKyb());
    const token = (await merchant.stored()).lithic_account_holder_token;
    expect((await other.send(`/api/users/${other.id}/kyb_status?lithic_account_holder_token=${token}`)).status).toBe(404);
    expect((await other.send(`/api/users/${other.id}/kyb_status?lithic_account_holder_token=unknown`)).status).toBe(404);
  });
});
