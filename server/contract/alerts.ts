import { z } from 'zod';
import { alertChannels, alertEvents } from '../domain/alerts/alertEvents.ts';
import { typedLengths } from '../domain/forms/typedLengths.ts';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';
import { tokenParams } from './identifiers.ts';

const instant = z.iso.datetime();
const hour = z.number().int().min(0).max(23).nullable();

const hoursSchema = z.strictObject({
  /** The hours of the day between which nothing comes that can wait; both null without quiet hours. */
  quiet_from: hour,
  quiet_until: hour,
  /** The hour of the daily digest; null for none. */
  digest_hour: hour,
  /** An IANA name; null for the program's. */
  time_zone: z.string().min(1).max(64).nullable(),
});

const choicesSchema = z.object({ mail: z.boolean(), push: z.boolean(), slack: z.boolean() });

const alertsSchema = z.object({
  /** The events that the caller may be told of, each with its chosen ways. */
  events: z.array(z.object({ event: z.enum(alertEvents), ways: choicesSchema })),
  /** Whether the caller is the person who opened the account, who cannot switch off wholly what they must know. */
  is_owner: z.boolean(),
  /** The address for the caller's mails; null without one. */
  email: z.string().nullable(),
  push: z.object({
    /** The key with which a browser subscribes; null where push is not offered. */
    key: z.string().nullable(),
    devices: z.array(
      z.object({
        id: z.string(),
        service: z.string(),
        /** SHA-256 of the endpoint, hexadecimal, by which a browser knows itself. */
        endpoint_hash: z.string(),
        created_at: instant,
        last_sent_at: instant.nullable(),
      }),
    ),
  }),
  /** The account's Slack; null without one. */
  slack: z.object({ label: z.string(), connected_at: instant }).nullable(),
  /** Whether the caller may connect Slack and choose what is written there. */
  may_manage_slack: z.boolean(),
  hours: hoursSchema,
  /** The program's time zone. */
  time_zone: z.string(),
});
export type AlertsAnswer = z.infer<typeof alertsSchema>;

/** Everybody in the team has alerts of their own. */
const everyone = { team: 'everyone', action: 'view_cards', masquerade: 'refused' } as const;
const managers = { ...everyone, team: 'managers' } as const;

export const getAlerts = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  storeStaff: 'never',
  path: '/api/users/:token/alerts',
  summary: 'The events that the caller is told of, and the ways: mail, push and the account’s Slack',
  out: alertsSchema,
});

export const putAlerts = defineRoute({
  ...changesAccount(everyone),
  method: 'PUT',
  path: '/api/users/:token/alerts',
  summary: 'Change the ways of some events, or the caller’s quiet hours and digest; what is left out stays',
  idempotent: false,
  body: z.strictObject({
    choices: z
      .array(z.strictObject({ event: z.enum(alertEvents), channel: z.enum(alertChannels), is_on: z.boolean() }))
      .max(100)
      .optional(),
    hours: hoursSchema.optional(),
  }),
  out: alertsSchema,
  problems: ['forbidden', 'step_out_of_order'],
});

const base64url = (from: number, to: number) => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${from},${to}}$`), 'must be base64url');

export const postPushDevice = defineRoute({
  ...changesAccount(everyone),
  method: 'POST',
  path: '/api/users/:token/alerts/push',
  summary: 'Send the caller’s alerts to this browser too, by its push subscription',
  idempotent: false,
  body: z.strictObject({
    endpoint: z.string().min(1).max(1_024),
    keys: z.strictObject({ p256dh: base64url(80, 100), auth: base64url(16, 32) }),
  }),
  out: alertsSchema,
  status: 201,
  problems: ['step_out_of_order'],
});

export const deletePushDevice = defineRoute({
  ...changesAccount(everyone),
  method: 'DELETE',
  path: '/api/users/:token/alerts/push/:device',
  summary: 'Send no more alerts to one of the caller’s browsers',
  idempotent: false,
  params: tokenParams.extend({ device: z.uuid() }),
  out: alertsSchema,
});

export const postSlack = defineRoute({
  ...changesAccount(managers),
  method: 'POST',
  path: '/api/users/:token/alerts/slack',
  summary: 'Write alerts to a channel of the merchant’s Slack, by its incoming webhook; a first message is posted there',
  idempotent: false,
  limit: 'invitation',
  body: z.strictObject({ url: z.string().min(1).max(typedLengths.slackUrl), label: z.string().trim().min(1).max(typedLengths.slackLabel) }),
  out: alertsSchema,
  status: 201,
  problems: ['provider_unavailable'],
});

export const deleteSlack = defineRoute({
  ...changesAccount(managers),
  method: 'DELETE',
  path: '/api/users/:token/alerts/slack',
  summary: 'Write no more alerts to the merchant’s Slack',
  idempotent: false,
  body: z.strictObject({}),
  out: alertsSchema,
});

export const postTestAlert = defineRoute({
  ...changesAccount(everyone),
  method: 'POST',
  path: '/api/users/:token/alerts/test',
  summary: 'Send the caller an alert now, by one way, to see that it arrives',
  idempotent: false,
  limit: 'invitation',
  body: z.strictObject({ channel: z.enum(alertChannels) }),
  out: z.object({ sent: z.number().int() }),
  problems: ['forbidden', 'step_out_of_order', 'provider_unavailable'],
});
