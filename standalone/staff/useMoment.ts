import { formatMomentIn } from '../../server/domain/basics/dateFormats.ts';
import { useProgram } from '../brand/program.ts';

/**
 * Returns the function that writes an instant on the wire as `Jul 6, 2026, 2:02 PM` in the program's time zone. All staff
 * pages use it, so that colleagues in several zones, and all parts of a page, speak of the same day.
 */
export function useMoment(): (instant: string) => string {
  const { time_zone } = useProgram();
  return (instant) => formatMomentIn(time_zone, instant);
}
