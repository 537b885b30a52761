import type { AlertChannel } from './alertEvents.ts';

/** The words of both frontends about alerts. */
export const alertTexts = {
  heading: 'Alerts',
  lead: 'Choose what you are told of, and how. Everybody on your team chooses for themselves.',
  mailsGoTo: (email: string | null) => (email === null ? 'There is no address for your mails yet.' : `Mails go to ${email}.`),
  mustKnow: 'The owner always gets this in at least one way.',
  /** Beside the table. */
  alwaysMailed: 'Copies of agreements and links that you ask for always come by mail.',
  table: 'What you are told of, and how',
  event: 'What',

  push: {
    heading: 'Push to this device',
    off: 'Get alerts on this device, even while the page is closed.',
    on: 'This device gets your alerts.',
    enable: 'Turn on push',
    disable: 'Turn off push here',
    denied: 'This browser does not let this site notify you. Allow notifications for it in the browser’s settings, then load the page again.',
    unsupported: 'This browser takes no push messages. Use Chrome, Edge, Firefox or Safari.',
    homeScreen: 'On an iPhone or iPad, first add this site to your home screen: press Share, then “Add to Home Screen”, and open it from there.',
    framed: 'A page inside your store’s admin cannot take push messages. Open the full site and turn them on there.',
    notOffered: 'Push is not offered here yet.',
    failed: 'The browser could not turn on push. Try again in a minute.',
    others: 'Your devices with push',
    forget: (service: string) => `Forget ${service}`,
  },

  slack: {
    heading: 'Slack',
    none: 'Slack is not connected. Your account’s alerts can be posted to one channel.',
    steps: 'In Slack, add the app “Incoming Webhooks” to a channel, and paste the address that it shows.',
    on: (label: string) => `Alerts are posted to ${label}.`,
    field: 'Address of the webhook',
    label: 'Channel',
    labelHint: 'What you call it, such as #money.',
    connect: 'Connect Slack',
    disconnect: 'Disconnect Slack',
    managersOnly: 'The owner and admins connect Slack and choose what is posted there.',
  },

  hours: {
    heading: 'Quiet hours and digest',
    lead: 'Push and Slack wait until quiet hours are over. Only what costs money today comes at once: a repayment that looks short or has failed, and a paused card. Mails come as ever.',
    from: 'Quiet from',
    until: 'Quiet until',
    none: 'No quiet hours',
    zone: 'Time zone',
    digest: 'Daily digest',
    noDigest: 'No digest',
    digestHint:
      'What can wait a day comes by push and Slack in one message at this hour: repayments that are coming, news of cards, changes by our staff, the weekly summary.',
  },

  test: { push: 'Send a test push', mail: 'Send a test email', slack: 'Post a test to Slack', sent: 'Sent. It arrives in a moment.' },
} as const;

interface Ways {
  readonly push: { readonly key: string | null; readonly devices: readonly unknown[] };
  readonly slack: object | null;
  readonly may_manage_slack: boolean;
}

interface MissingWay {
  readonly channel: AlertChannel;
  /** Says why it cannot be chosen, and what comes first. */
  readonly reason: string;
  /** The link to where the person sets it up; null where they cannot. */
  readonly link: string | null;
}

/** Returns the ways that a person cannot choose yet, each with the reason. Mail can always be chosen. */
export function missingWays({ push, slack, may_manage_slack }: Ways): readonly MissingWay[] {
  const missing: MissingWay[] = [];
  if (push.key === null) missing.push({ channel: 'push', reason: alertTexts.push.notOffered, link: null });
  else if (push.devices.length === 0) missing.push({ channel: 'push', reason: 'To choose push, turn it on for a device first.', link: 'Turn it on below' });
  if (!may_manage_slack) missing.push({ channel: 'slack', reason: alertTexts.slack.managersOnly, link: null });
  else if (slack === null) missing.push({ channel: 'slack', reason: 'To choose Slack, connect it first.', link: 'Connect it below' });
  return missing;
}

/** The time zones of the United States. */
const timeZones = [
  { value: 'America/New_York', label: 'Eastern' },
  { value: 'America/Chicago', label: 'Central' },
  { value: 'America/Denver', label: 'Mountain' },
  { value: 'America/Phoenix', label: 'Arizona' },
  { value: 'America/Los_Angeles', label: 'Pacific' },
  { value: 'America/Anchorage', label: 'Alaska' },
  { value: 'Pacific/Honolulu', label: 'Hawaii' },
];

interface Hours {
  readonly hours: { readonly time_zone: string | null };
  /** The program's. */
  readonly time_zone: string;
}

/** Returns the time zone by whose clock a person's quiet hours and digest come, and those to choose from: it is one of them, wherever it is. */
export function alertTimeZone({ hours, time_zone }: Hours): { zone: string; zones: readonly { value: string; label: string }[] } {
  const zone = hours.time_zone ?? time_zone;
  return { zone, zones: timeZones.some(({ value }) => value === zone) ? timeZones : [{ value: zone, label: zone }, ...timeZones] };
}
