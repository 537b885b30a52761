const moment = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' });

/** `Nov 21, 2026, 2:02 PM`, by the clock of whoever reads it. */
export function formatMoment(instant: string): string {
  return moment.format(new Date(instant));
}
