const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' });

/** Formats an instant in the browser's time zone: `Nov 21, 2026, 2:02 PM`. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant));
}
