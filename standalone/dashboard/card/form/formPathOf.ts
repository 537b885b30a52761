import { controlsFormPath } from '../../../../server/domain/card/controls/controlsForm.ts';

const controls = 'controls.';

/** Returns the path in a card's form of a mistake that the server found in the body. */
export function formPathOf(path: string): string {
  return path.startsWith(controls) ? `${controls}${controlsFormPath(path.slice(controls.length))}` : path;
}
