import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells that the account's Slack no longer takes messages. `about` is when it was connected, and the name of its channel. */
export function slackEndedLetter(_deps: Deps, { about }: LetterContext): Letter {
  const channel = about.split(' ').slice(1).join(' ');
  return {
    subject: 'Slack no longer takes our messages',
    passages: [
      paragraph(`Slack says that the webhook of ${channel} was removed or may no longer be used. We have forgotten it, and no longer write there.`),
      paragraph('What you must know comes by mail from now on. To have alerts in Slack again, connect a new webhook in your settings.'),
    ],
    action: { label: 'Open your alerts', path: '/settings#mails' },
  };
}
