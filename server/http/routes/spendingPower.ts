import { getDeclines } from '../../contract/declines.ts';
import { getSpendingPower } from '../../contract/spendingPower.ts';
import { readDeclines } from '../../services/card/readDeclines.ts';
import { readSpendingPower } from '../../services/spendingPower/readSpendingPower.ts';
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
