import { WarningIcon } from '@bigcommerce/big-design-icons';
import { platformName, storeErrorInWords } from '../../../server/domain/store/storeTexts.ts';
import { useReceiver } from '../../session/receiver.ts';
import { WayLink } from '../WayLink.tsx';
import { Strip } from './Strip.tsx';

/** Says why the store could not be read, and what helps, with the way to the connected stores. Shows nothing while it can. */
export function StoreHealth() {
  const { store_problem: problem } = useReceiver().receiver;
  if (problem === null) return null;
  const { text, remedy } = storeErrorInWords(problem.error, platformName(problem.platform));
  return (
    <Strip tone="warning" label="Store" icon={<WarningIcon color="warning50" />} title={text} text={remedy}>
      <WayLink path="/settings#stores">Your stores</WayLink>
    </Strip>
  );
}
