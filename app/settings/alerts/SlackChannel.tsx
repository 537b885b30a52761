import { BlockStack, Button, FormLayout, InlineStack, Text, TextField } from '@shopify/polaris';
import { useRef, useState } from 'react';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import { useFocusOn } from '../../../server/browser/useFocusOn.ts';
import type { AlertsAnswer, deleteSlack, postSlack } from '../../../server/contract/alerts.ts';
import { alertTexts } from '../../../server/domain/alerts/alertWords.ts';
import { slackFormProblems } from '../../../server/domain/alerts/slackForm.ts';
import { typedLengths } from '../../../server/domain/forms/typedLengths.ts';
import { callCore } from '../../call.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { useEffectCall } from '../../useEffectCall.ts';
import { TestAlert } from './TestAlert.tsx';

interface SlackChannelProps {
  alerts: AlertsAnswer;
  /** The receiver's. */
  token: string;
}

/** The id of the part in which Slack is connected. */
export const slackPart = 'set-up-slack';

/** The account's Slack: the channel to which alerts are posted, or the form that connects one. */
export function SlackChannel({ alerts: { slack, may_manage_slack }, token }: SlackChannelProps) {
  const words = alertTexts.slack;
  const [url, setUrl] = useState('');
  const [label, setLabel] = useState('');
  const typed = { url: url.trim(), label: label.trim() };
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const connecting = useEffectCall(
    (body: { url: string; label: string }) => callCore<typeof postSlack>('POST /api/users/:token/alerts/slack', { params: { token }, body }),
    'Connected',
  );
  const ending = useEffectCall(
    (_: null) => callCore<typeof deleteSlack>('DELETE /api/users/:token/alerts/slack', { params: { token }, body: {} }),
    'Disconnected',
  );
  const [done, setDone] = useState<'connected' | 'ended' | null>(null);
  useFocusOn(slackPart, done);

  async function connect() {
    setIsChecked(true);
    if (slackFormProblems(typed).length > 0) return focusFirstProblem(form.current);
    const { ok } = await connecting.run(typed);
    if (ok) setDone('connected');
    else focusFirstProblem(form.current);
  }
  async function end() {
    const { ok } = await ending.run(null);
    if (ok) setDone('ended');
  }
  const problems = [...(isChecked ? slackFormProblems(typed) : []), ...(connecting.problem?.errors ?? [])];
  const messageAt = (field: string) => problems.find(({ path }) => path === field)?.message ?? false;
  return (
    <BlockStack gap="200">
      <div id={slackPart} tabIndex={-1}>
        <Text as="h3" variant="headingSm">
          {words.heading}
        </Text>
      </div>
      <Text as="p">{slack === null ? words.none : words.on(slack.label)}</Text>
      {!may_manage_slack && (
        <Text as="p" tone="subdued">
          {words.managersOnly}
        </Text>
      )}
      <ProblemBanner problem={connecting.problem?.errors.length ? null : (connecting.problem ?? ending.problem)} />
      {may_manage_slack && slack === null && (
        <div ref={form}>
          <FormLayout>
            <TextField
              label={words.field}
              type="url"
              autoComplete="off"
              maxLength={typedLengths.slackUrl}
              value={url}
              onChange={setUrl}
              helpText={words.steps}
              error={messageAt('url')}
            />
            <TextField
              label={words.label}
              autoComplete="off"
              maxLength={typedLengths.slackLabel}
              value={label}
              onChange={setLabel}
              helpText={words.labelHint}
              error={messageAt('label')}
            />
            <Button loading={connecting.isBusy} onClick={() => void connect()}>
              {words.connect}
            </Button>
          </FormLayout>
        </div>
      )}
      {may_manage_slack && slack !== null && (
        <>
          <InlineStack>
            <Button loading={ending.isBusy} onClick={() => void end()}>
              {words.disconnect}
            </Button>
          </InlineStack>
          <TestAlert channel="slack" token={token} />
        </>
      )}
    </BlockStack>
  );
}
