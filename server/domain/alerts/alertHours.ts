import { hourIn } from '../basics/zoneFormats.ts';
import type { AlertUrgency } from './alertEvents.ts';

/** When push and Slack may disturb a person. */

export interface AlertHours {
  /** The hours of the day, 0 to 23, from which and until which nothing comes that can wait; both null without quiet hours. */
  readonly quiet_from: number | null;
  readonly quiet_until: number | null;
  /** The hour at which the digest comes; null for none. */
  readonly digest_hour: number | null;
  /** An IANA name; null for the program's. */
  readonly time_zone: string | null;
}

export const noAlertHours: AlertHours = { quiet_from: null, quiet_until: null, digest_hour: null, time_zone: null };

/** The usual night, with which quiet hours begin. */
const night = { from: 21, until: 7 };

/** Returns hours that are quiet from an hour on, until the hour that was chosen or else the end of the usual night; null for no quiet hours. */
export function withQuietFrom(hours: AlertHours, from: number | null): AlertHours {
  if (from === null) return { ...hours, quiet_from: null, quiet_until: null };
  const usual = from === night.until ? night.from : night.until;
  return { ...hours, quiet_from: from, quiet_until: hours.quiet_until === null || hours.quiet_until === from ? usual : hours.quiet_until };
}

/** Tells whether an hour of the day lies in quiet hours, which may pass midnight. */
function isQuiet({ quiet_from: from, quiet_until: until }: AlertHours, hour: number): boolean {
  if (from === null || until === null || from === until) return false;
  return from < until ? from <= hour && hour < until : hour >= from || hour < until;
}

/** Clocks differ by whole quarters of an hour. */
const quarterMs = 15 * 60_000;
/** Two days: an hour that a change of the clock leaves out comes again the next day. */
const quartersLookedAt = 2 * 25 * 4;

/** Returns the first quarter of an hour from `start` on that passes a test; null when none of two days does. */
function firstQuarter(start: Date, isRight: (instant: Date) => boolean): Date | null {
  const first = Math.ceil(start.getTime() / quarterMs) * quarterMs;
  for (let step = 0; step < quartersLookedAt; step += 1) {
    const instant = new Date(first + step * quarterMs);
    if (isRight(instant)) return instant;
  }
  return null;
}

export interface AlertTime {
  /** When the alert is sent; null for at once. */
  readonly dueAt: Date | null;
  /** Whether it is told with others in one message. */
  readonly isDigest: boolean;
}

/** Decides when an alert is sent: what costs money today at once, the rest after quiet hours, and what can wait a day with the next digest. */
export function alertTime(urgency: AlertUrgency, hours: AlertHours, { timeZone, now }: { timeZone: string; now: Date }): AlertTime {
  const zone = hours.time_zone ?? timeZone;
  const isLoud = (instant: Date) => !isQuiet(hours, hourIn(zone, instant));
  if (urgency === 'now') return { dueAt: null, isDigest: false };
  if (urgency === 'daily' && hours.digest_hour !== null) {
    const isDigestHour = (instant: Date) =>
      hourIn(zone, instant) === hours.digest_hour && hourIn(zone, new Date(instant.getTime() - quarterMs)) !== hours.digest_hour;
    const digest = firstQuarter(new Date(now.getTime() + 1), isDigestHour);
    return { dueAt: digest && firstQuarter(digest, isLoud), isDigest: true };
  }
  return { dueAt: isLoud(now) ? null : firstQuarter(now, isLoud), isDigest: false };
}

/** Returns the canonical name of a time zone, which may be written in any case or by an alias; null when the clock knows none. */
function canonicalTimeZone(name: string): string | null {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** Checks hours that a person has chosen. Returns a sentence, or null when they can be kept. */
export function alertHoursProblem({ quiet_from: from, quiet_until: until, time_zone }: AlertHours): string | null {
  if ((from === null) !== (until === null)) return 'Choose when quiet hours begin and when they end.';
  if (from !== null && from === until) return 'Quiet hours must end at another hour than they begin.';
  return time_zone !== null && canonicalTimeZone(time_zone) === null ? 'Choose a time zone from the list.' : null;
}

/**
 * Returns hours that `alertHoursProblem` passes as they are stored: with the canonical name of their time zone. A formatter is kept for
 * each name that is stored, see `zoneFormats`, and a zone has any number of spellings.
 */
export function storedAlertHours(hours: AlertHours): AlertHours {
  return { ...hours, time_zone: hours.time_zone === null ? null : canonicalTimeZone(hours.time_zone) };
}
