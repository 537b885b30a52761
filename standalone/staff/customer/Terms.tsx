import { Button, Checkbox, Radio } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { putAccountTerms } from '../../../server/contract/staff.ts';
import { typedLengths } from '../../../server/domain/forms/typedLengths.ts';
import { type AccountTerms, changedTerms, maximumNetTerms, termConsequences } from '../../../server/domain/staff/accountTerms.ts';
import { fieldLabel } from '../../../server/domain/staff/fieldWords.ts';
import { Problem } from '../../forms/Problem.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { useApi } from '../../session/session.ts';
import { readAgain } from '../queries.ts';
import { reasonHint, reasonProblem } from '../reason.ts';

const Form = styled.form`
  display: grid;
  gap: 1.25rem;
  max-width: 38rem;

  fieldset {
    border: 0;
    margin: 0;
    padding: 0;
  }

  legend {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    padding: 0;
  }

  p,
  ul {
    margin: 0;
  }

  .bd-button {
    justify-self: start;
    margin: 0;
  }
`;

/** The terms of a customer: the plan, net terms, the blacklist, and what the account may use. Only an admin changes them. */
export function Terms({ receiver }: { receiver: ReceiverAnswer }) {
  return (
    <>
      <p>
        Payments: {receiver.payment_period ?? 'not known yet'}, {receiver.payment_state ?? 'not known yet'}; {receiver.payment_plan_type ?? 'standard'} terms.
      </p>
      {receiver.abilities.includes('set_account_terms') ? <SetTerms receiver={receiver} /> : <p>An admin can change the terms of this account.</p>}
    </>
  );
}

const plans = [
  ['net_terms', 'Each purchase by its net terms'],
  ['fixed_pay', 'Fixed pay: weekly parts'],
] as const;

const types = [
  ['calendar', 'Calendar days'],
  ['business', 'Business days'],
] as const;

const flags = ['is_black_listed', 'see_statements', 'auto_reconcile', 'can_use_plaid_transactions', 'is_subscribed'] as const;

/** The fields as typed: net terms and the name are texts. */
type Typed = Omit<AccountTerms, 'net_terms' | 'whitelabel_business_name'> & { net_terms: string; whitelabel_business_name: string; reason: string };

const typedOf = (receiver: ReceiverAnswer): Typed => ({
  payment_plan: receiver.payment_plan === 'fixed_pay' ? 'fixed_pay' : 'net_terms',
  net_terms: String(receiver.net_terms ?? ''),
  net_terms_type: receiver.net_terms_type === 'business' ? 'business' : 'calendar',
  is_black_listed: receiver.is_black_listed,
  see_statements: receiver.see_statements,
  auto_reconcile: receiver.auto_reconcile,
  can_use_plaid_transactions: receiver.can_use_plaid_transactions,
  is_subscribed: receiver.is_subscribed,
  whitelabel_business_name: receiver.whitelabel_business_name ?? '',
  reason: '',
});

/** A form that changes the terms. It names what follows from each change before it is saved. */
function SetTerms({ receiver }: { receiver: ReceiverAnswer }) {
  const api = useApi();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  // Untouched fields follow the record, which colleagues may change meanwhile.
  const [typedFields, setTypedFields] = useState<Partial<Typed>>({});
  const typed = { ...typedOf(receiver), ...typedFields };
  const type = (fields: Partial<Typed>) => setTypedFields((before) => ({ ...before, ...fields }));
  const [isChecked, setIsChecked] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const saving = useIntent(async (body: Partial<AccountTerms> & { reason: string }) => {
    const { token } = receiver;
    await api.call<typeof putAccountTerms>('PUT /api/staff/receivers/:token/terms', { params: { token }, body });
    await readAgain(queries, token);
    // Fields typed meanwhile stay.
    setTypedFields((now) => (now === typedFields ? {} : now));
    setIsChecked(false);
  });

  const { reason, net_terms, ...terms } = typed;
  const days = /^\d{1,3}$/.test(net_terms.trim()) ? Number(net_terms) : null;
  const name = terms.whitelabel_business_name.trim();
  const changed = changedTerms(receiver, { ...terms, ...(days !== null && { net_terms: days }), whitelabel_business_name: name === '' ? null : name });
  const problems = {
    days: days === null || days > maximumNetTerms ? `Enter a whole number of days, from 0 to ${maximumNetTerms}.` : undefined,
    reason: reasonProblem(reason),
  };
  const shown = isChecked ? problems : { days: undefined, reason: undefined };

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (problems.days !== undefined || problems.reason !== undefined) return focusFirstProblem(form.current);
    setIsSaved(false);
    setIsSaved((await saving.run({ ...changed, reason: reason.trim() })).ok);
  }
  return (
    <Form ref={form} aria-label="Account terms" noValidate onSubmit={(event) => void save(event)}>
      <fieldset>
        <legend>Plan</legend>
        {plans.map(([value, label]) => (
          <Radio key={value} label={label} name="plan" checked={typed.payment_plan === value} onChange={() => type({ payment_plan: value })} />
        ))}
      </fieldset>
      <TypedField
        label={fieldLabel('net_terms')}
        type="number"
        min={0}
        step={1}
        value={typed.net_terms}
        onChange={(net_terms) => type({ net_terms })}
        problem={shown.days}
      />
      <fieldset>
        <legend>Days are counted as</legend>
        {types.map(([value, label]) => (
          <Radio key={value} label={label} name="type" checked={typed.net_terms_type === value} onChange={() => type({ net_terms_type: value })} />
        ))}
      </fieldset>
      <fieldset>
        <legend>Account</legend>
        {flags.map((flag) => (
          <Checkbox key={flag} label={fieldLabel(flag)} checked={typed[flag]} onChange={(event) => type({ ...typedFields, [flag]: event.target.checked })} />
        ))}
      </fieldset>
      <TypedField
        label={`${fieldLabel('whitelabel_business_name')} (optional)`}
        hint="Without one, pages show the business name."
        maxLength={typedLengths.businessName}
        value={typed.whitelabel_business_name}
        onChange={(whitelabel_business_name) => type({ whitelabel_business_name })}
        problem={undefined}
      />
      <div role="status">
        {isSaved && Object.keys(changed).length === 0 ? <p>The terms are saved.</p> : <Consequences texts={termConsequences(changed, receiver)} />}
      </div>
      <TypedField label="Reason" hint={reasonHint} isLong value={typed.reason} onChange={(words) => type({ reason: words })} problem={shown.reason} />
      <Problem problem={saving.problem} />
      <Button type="submit" isLoading={saving.isBusy}>
        Save terms
      </Button>
    </Form>
  );
}

function Consequences({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
