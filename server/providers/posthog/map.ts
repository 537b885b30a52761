import type { EventMessage } from 'posthog-node';

/** Where somebody is, is not looked up from our server's address. */
export function eventMessage(event: { receiverId: string; name: string; properties: Readonly<Record<string, unknown>>; at: Date }): EventMessage {
  return { distinctId: event.receiverId, event: event.name, properties: { ...event.properties }, timestamp: event.at, disableGeoip: true };
}
