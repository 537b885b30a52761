import { slackWebhookProblem } from './alertAddresses.ts';

const isWebhook = (url: string) => /^https?:\/\/\S+\/services\/T\w+\/B\w+\/\w+$/.test(url);

/** Returns what is wrong with the fields that connect Slack, before they are sent. */
export function slackFormProblems({ url, label }: { url: string; label: string }): { path: string; message: string }[] {
  return [
    ...(isWebhook(url.trim()) ? [] : [{ path: 'url', message: slackWebhookProblem }]),
    ...(label.trim() === '' ? [{ path: 'label', message: 'Write what you call the channel.' }] : []),
  ];
}
