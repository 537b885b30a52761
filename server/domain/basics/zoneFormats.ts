/**
 * Returns a function that gives the formatter for a time zone (an IANA name). Each is made once, because making one takes
 * eight times as long as using it. Only the programs' zones occur, so few are kept.
 */
export function zoneFormats(options: Intl.DateTimeFormatOptions): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    made.set(timeZone, format);
    return format;
  };
}
