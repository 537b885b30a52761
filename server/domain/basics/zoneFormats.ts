/**
 * Returns a function that gives the formatter for a time zone (an IANA name). Each is made once, because making one takes
 * eight times as long as using it. The programs' zones and those of people's own clocks occur, so few are kept.
 */
export function zoneFormats(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}

const hours = zoneFormats({ hour: '2-digit', hourCycle: 'h23' });

/** Returns the hour of the day, 0 to 23, at an instant in a time zone (an IANA name). */
export function hourIn(timeZone: string, instant: Date): number {
  return Number(hours(timeZone).format(instant));
}
