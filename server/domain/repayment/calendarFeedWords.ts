/** The words about the due dates in the merchant's own calendar, for every frontend. */
export const calendarFeedTexts = {
  offer: 'See these days in your own calendar: it follows as you spend and repay. You need a calendar address for that.',
  make: 'Make a calendar address',
  made: 'The address is made',
  use: '“Add to my calendar” opens the calendar program of this device. A calendar on the web, such as Google Calendar, subscribes to the address below.',
  secret: 'Whoever has the address can see what you owe when: keep it to yourself.',
  add: 'Add to my calendar',
  copy: 'Copy address',
  renew: 'Make a new address',
} as const;

/** Returns the address that a device opens in its calendar program, which then subscribes to the feed. */
export function subscribeAddress(feedUrl: string): string {
  return feedUrl.replace(/^https?:/, 'webcal:');
}
