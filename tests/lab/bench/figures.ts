/**
 * A measured figure. Throughput stands beside a reference from the same run, because only their ratio carries over to another
 * machine. Times and memory are held to fixed limits: in `valueMost`, or in `beside` with a ratio of at most 1.
 */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  beside: { name: string; value: number };
  /** Lower and upper limit of the ratio. */
  ratioLeast?: number;
  ratioMost?: number;
  /** Upper limit of the figure itself, where a promise is in its unit. */
  valueMost?: number;
}

export const ratioOf = ({ value, beside }: Figure): number => value / beside.value;

export function isMet(figure: Figure): boolean {
  const ratio = ratioOf(figure);
  const isFast = figure.value <= (figure.valueMost ?? Number.POSITIVE_INFINITY);
  return isFast && ratio >= (figure.ratioLeast ?? 0) && ratio <= (figure.ratioMost ?? Number.POSITIVE_INFINITY);
}

/** Formats a figure; small ones with more digits. */
export const shown = (value: number) => value.toFixed(value < 1 ? 3 : 1);

/** Returns a figure's limits in words; none for one that is only told. */
export const wantedOf = (figure: Figure): string =>
  [
    figure.ratioLeast === undefined ? '' : `at least ${figure.ratioLeast}`,
    figure.ratioMost === undefined ? '' : `at most ${figure.ratioMost}`,
    figure.valueMost === undefined ? '' : `at most ${figure.valueMost} ${figure.unit}`,
  ]
    .filter(Boolean)
    .join(', ');

export function describeFigure(figure: Figure): string {
  const wanted = wantedOf(figure);
  const ratio = ratioOf(figure).toFixed(3);
  return `${isMet(figure) ? 'met   ' : 'MISSED'}  ${figure.name}: ${shown(figure.value)} ${figure.unit} beside ${shown(figure.beside.value)} (${figure.beside.name}), ratio ${ratio}${wanted && `, wanted ${wanted}`}`;
}
