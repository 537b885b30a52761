import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { checkedBy, problemsOfAnswer, showProblems } from '../../../../server/browser/forms/formProblems.ts';
import { useFocusOn } from '../../../../server/browser/useFocusOn.ts';
import type { AlertsAnswer, deleteSlack, postSlack } from '../../../../server/contract/alerts.ts';
import { alertTexts } from '../../../../server/domain/alerts/alertWords.ts';
import { slackFormProblems } from '../../../../server/domain/alerts/slackForm.ts';
import { typedLengths } from '../../../../server/domain/forms/typedLengths.ts';
import { Field } from '../../../forms/Field.tsx';
import { Fields } from '../../../forms/fieldLayout.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useIntent } from '../../../forms/useIntent.ts';
import { ButtonRow } from '../../../layout/ButtonRow.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Lead } from '../Section.tsx';
import { headingOfWay } from './AlertsTable.tsx';
import { useShowAlerts } from './alertsQuery.ts';
import { TestAlert } from './TestAlert.tsx';

const words = alertTexts.slack;

/** The account's Slack: the channel to which alerts are posted, or the form that connects one. */
export function SlackChannel({ alerts, isReadOnly }: { alerts: AlertsAnswer; isReadOnly: boolean }) {
  const { slack, may_manage_slack } = alerts;
  const isTheirs = may_manage_slack && !isReadOnly;
  const [done, setDone] = useState<'connected' | 'ended' | null>(null);
  useFocusOn(headingOfWay('slack'), done);
  return (
    <>
      <h3 id={headingOfWay('slack')} tabIndex={-1}>
        {words.heading}
      </h3>
      <Lead>{slack === null ? words.none : words.on(slack.label)}</Lead>
      {!may_manage_slack && <Lead>{words.managersOnly}</Lead>}
      {isTheirs && (slack === null ? <ConnectForm onConnected={() => setDone('connected')} /> : <Connected onEnded={() => setDone('ended')} />)}
    </>
  );
}

function Connected({ onEnded }: { onEnded: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const show = useShowAlerts();
  const ending = useIntent(async () => {
    show(await api.call<typeof deleteSlack>('DELETE /api/users/:token/alerts/slack', { params: { token }, body: {} }));
    onEnded();
  });
  return (
    <>
      <Problem problem={ending.problem} />
      <ButtonRow>
        <Button variant="secondary" isLoading={ending.isBusy} onClick={() => void ending.run(undefined)}>
          {words.disconnect}
        </Button>
      </ButtonRow>
      <TestAlert channel="slack" />
    </>
  );
}

interface Typed {
  url: string;
  label: string;
}

function ConnectForm({ onConnected }: { onConnected: () => void }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const show = useShowAlerts();
  const form = useForm<Typed>({ defaultValues: { url: '', label: '' }, resolver: checkedBy(slackFormProblems) });
  const connecting = useIntent(async ({ url, label }: Typed) => {
    const body = { url: url.trim(), label: label.trim() };
    show(await api.call<typeof postSlack>('POST /api/users/:token/alerts/slack', { params: { token }, body }));
    onConnected();
  });
  async function submit() {
    const problems = slackFormProblems(form.getValues());
    if (problems.length > 0) return showProblems(form, problems);
    const outcome = await connecting.run(form.getValues());
    if (!outcome.ok) showProblems(form, problemsOfAnswer(outcome.problem, ''));
  }
  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Fields>
          <Field
            name="url"
            label={words.field}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={typedLengths.slackUrl}
            hint={words.steps}
          />
          <Field name="label" label={words.label} autoComplete="off" maxLength={typedLengths.slackLabel} hint={words.labelHint} />
          <Problem problem={connecting.problem} />
          <ButtonRow>
            <Button type="submit" variant="secondary" isLoading={connecting.isBusy}>
              {words.connect}
            </Button>
          </ButtonRow>
        </Fields>
      </form>
    </FormProvider>
  );
}
