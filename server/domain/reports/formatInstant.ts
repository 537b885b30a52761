import { formatNumericDate } from '../basics/dateFormats.ts';

/** `11/21/2026 08:12 UTC`: when a file was made. */
export function formatInstant(instant: Date): string {
  return `${formatNumericDate(instant)} ${instant.toISOString().slice(11, 16)} UTC`;
}
