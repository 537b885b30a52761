import type { KybAnswer } from '../../contract/kyb.ts';
import type { Receiver } from '../../db/rows.ts';
import type { KybForm } from '../../domain/kyb/kyb.ts';
import { maskIdentifiers } from '../../domain/kyb/kybIdentifiers.ts';
import { reasonInWords } from '../../domain/kyb/kybReasons.ts';
import { isLinked } from '../../domain/receiver/receiver.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { mailAddressOf } from '../receiver/mailAddress.ts';
import { applicationStatus, attemptsLeft, kybTurn, latestApplication } from './applications.ts';
import { presentDocuments } from './documents.ts';
import { withShopsBusiness } from './shopsBusiness.ts';
import { openForm } from './storedForm.ts';

/** Returns the verification for its page: the form with masked identifiers, the issuer's answers in plain words, and what can be done. */
export async function presentKyb(deps: Deps, { scope, receiver }: ReceiverView): Promise<KybAnswer> {
  const latest = await latestApplication(deps.database, scope);
  const opened = openForm(deps, scope, latest);
  const form = latest === null ? await withShopsBusiness(deps, { scope }, withSignedUpPerson(opened.form, receiver)) : opened.form;
  const holder = isLinked(receiver.lithic_account_holder_token) ? receiver.lithic_account_holder_token : null;
  return {
    form: maskIdentifiers(form),
    page: opened.page,
    status: latest === null ? 'draft' : applicationStatus(latest),
    issuer_status: holder === null ? null : receiver.kyb_status,
    reasons:
      holder !== null
        ? receiver.kyb_status_reasons.map((code) => ({ code, message: reasonInWords(code).message, fields: [...reasonInWords(code).paths] }))
        : [],
    documents: holder === null ? [] : await presentDocuments(deps, scope, holder),
    attempts_left: attemptsLeft(latest),
    may_submit: kybTurn(receiver, latest).isOpen,
    submitted_at: latest?.submitted_at?.toISOString() ?? null,
  };
}

/** Returns a new form with the control person's name and address for mail as they were given at sign-up, so that nobody types them twice. */
function withSignedUpPerson(form: KybForm, receiver: Receiver): KybForm {
  const { first_name, last_name } = receiver;
  const known = { first_name: first_name ?? '', last_name: last_name ?? '', email: mailAddressOf(receiver) ?? '' };
  return { ...form, control_person: { ...form.control_person, ...known } };
}
