import type { EventMessage } from 'posthog-node';

/** Returns the event message. Geolocation is off, because it would be looked up from our server's address. */
export function eventMessage(event: { receiverId: string; name: string; properties: Readonly<Record<string, unknown>>; at: Date }): EventMessage {
  return { distinctId: event.receiverId, event: event.name, properties: { ...event.properties }, timestamp: event.at, disableGeoip: true };
}
