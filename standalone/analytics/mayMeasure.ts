import { readGlobalQuery, safeUrl } from '../../server/domain/access/queryNames.ts';

interface Wishes {
  doNotTrack?: string | null;
  /** Not every browser knows it yet. */
  globalPrivacyControl?: boolean;
}

/** Whether the visitor's browser asks sites not to follow them. */
export function asksNotToBeTracked({ doNotTrack, globalPrivacyControl }: Wishes): boolean {
  return doNotTrack === '1' || globalPrivacyControl === true;
}

/** Nothing measures a page on which a card's number can be seen. */
export function mayMeasure(url: string): boolean {
  return !readGlobalQuery(new URL(url).search).showPan;
}

/** A recording takes the address as it is: a page is recorded only when all of its address may leave. */
export function mayRecord(url: string): boolean {
  return mayMeasure(url) && safeUrl(url) === url;
}
