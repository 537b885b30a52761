/** One measured figure beside the one it is compared with in the same run: only the ratio carries over to another machine. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  beside: { name: string; value: number };
  /** The least or the most that the ratio of the two may be. */
  ratioLeast?: number;
  ratioMost?: number;
  /** The most that the figure itself may be, where a promise is in its unit. */
  valueMost?: number;
}

export const ratioOf = ({ value, beside }: Figure): number => value / beside.value;

export function isMet(figure: Figure): boolean {
  const ratio = ratioOf(figure);
  const isFast = figure.value <= (figure.valueMost ?? Number.POSITIVE_INFINITY);
  return isFast && ratio >= (figure.ratioLeast ?? 0) && ratio <= (figure.ratioMost ?? Number.POSITIVE_INFINITY);
}

/** Small figures with the digits that tell them apart. */
const shown = (value: number) => value.toFixed(value < 1 ? 3 : 1);

export function describeFigure(figure: Figure): string {
  const wanted = [
    figure.ratioLeast === undefined ? '' : `at least ${figure.ratioLeast}`,
    figure.ratioMost === undefined ? '' : `at most ${figure.ratioMost}`,
    figure.valueMost === undefined ? '' : `at most ${figure.valueMost} ${figure.unit}`,
  ]
    .filter(Boolean)
    .join(', ');
  const ratio = ratioOf(figure).toFixed(3);
  return `${isMet(figure) ? 'met   ' : 'MISSED'}  ${figure.name}: ${shown(figure.value)} ${figure.unit} beside ${shown(figure.beside.value)} (${figure.beside.name}), ratio ${ratio}${wanted && `, wanted ${wanted}`}`;
}
