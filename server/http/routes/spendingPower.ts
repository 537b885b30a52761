import { getDeclines } from '../../contract/declines.ts';
import { getSpendingPower } from '../../contract/spendingPower.ts';
import { readDeclines } from '../../services/readDeclines.ts';
import { readSpendingPower } from '../../services/readSpendingPower.ts';
import { route } from '../route.ts';

export const spendingPowerRoutes = [
  route(
    getSpendingPower,
    (deps) =>
      async ({ view }) =>
        readSpendingPower(deps, view),
  ),
  route(getDeclines, (deps) => async ({ view }) => ({ declines: await readDeclines(deps, view) })),
];
