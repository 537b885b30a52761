import { readGlobalQuery, safeUrl } from '../../server/domain/access/queryNames.ts';

interface PrivacySignals {
  doNotTrack?: string | null;
  /** Absent in browsers that do not support it yet. */
  globalPrivacyControl?: boolean;
}

/** Decides whether the visitor's browser asks sites not to track them. */
export function asksNotToBeTracked({ doNotTrack, globalPrivacyControl }: PrivacySignals): boolean {
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Decides whether a page may be measured: never one that shows a card number. */
export function mayMeasure(url: string): boolean {
  return !readGlobalQuery(new URL(url).search).showPan;
}

/** Decides whether a page may be recorded. A recording stores the whole address, so no part of the address may be private. */
export function mayRecord(url: string): boolean {
  return mayMeasure(url) && safeUrl(url) === url;
}
