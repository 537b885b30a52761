import type { Config } from '../../config.ts';
import { type CallLimits, createCall, defaultLimits } from '../call.ts';
import { Refused } from '../failure.ts';
import { sendHttp } from '../http.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { SlackMessage } from '../ports/slack.ts';
import { bodyOf } from './map.ts';

/** The statuses by which Slack says that a webhook is gone: forbidden, removed, or its channel archived. */
const gone: ReadonlySet<number | undefined> = new Set([403, 404, 410]);

interface Calls {
  isKnown: (webhookUrl: string) => boolean;
  metrics: ProviderMetrics;
  limits?: CallLimits | undefined;
}

/** Returns the call that posts one message. A repeat would post it again, so that it is tried once. */
export function slackCalls(
  { standIn }: Config['slack'],
  { isKnown, metrics, limits = defaultLimits }: Calls,
): (webhookUrl: string, message: SlackMessage) => Promise<void> {
  const call = createCall('slack', metrics, { limits });
  const refused = (code: string) => new Refused({ provider: 'slack', call: 'post', code, message: 'this webhook takes no messages of ours' });
  const addressOf = (webhookUrl: string) => {
    const url = new URL(webhookUrl);
    return standIn?.origin === url.origin ? new URL(`${standIn.url}${url.pathname}`) : url;
  };
  return (webhookUrl, message) =>
    call('post', 'once', async (signal) => {
      if (!isKnown(webhookUrl)) throw refused('unknown_service');
      const answer = await sendHttp({
        method: 'POST',
        url: addressOf(webhookUrl),
        headers: { 'Content-Type': 'application/json' },
        body: bodyOf(message),
        signal,
      });
      // Slack answers a taken message with this word alone: anything else comes from somebody in between.
      if (answer.trim() !== 'ok') throw new SyntaxError('Slack answers ok');
    }).catch((failure: unknown) => {
      throw failure instanceof Refused && gone.has(failure.status) ? refused('gone') : failure;
    });
}
