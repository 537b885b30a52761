import { getProgram } from '../../contract/program.ts';
import { describePage } from '../../services/receiver/describePage.ts';
import { route } from '../route.ts';

export const programRoutes = [
  route(
    getProgram,
    (deps) =>
      async ({ program }) =>
        describePage(deps, program),
  ),
];
