import { WarningIcon } from '@bigcommerce/big-design-icons';
import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { platformName, storeErrorInWords } from '../../../server/domain/store/storeTexts.ts';
import { useReceiver } from '../../session/receiver.ts';
import { pageQuery } from '../pageQuery.ts';
import { Strip } from './Strip.tsx';

/** Says why the store could not be read, and what helps, with the way to the connected stores. Shows nothing while it can. */
export function StoreHealth() {
  const { search } = useLocation();
  const { store_problem: problem } = useReceiver().receiver;
  if (problem === null) return null;
  const { text, remedy } = storeErrorInWords(problem.error, platformName(problem.platform));
  return (
    <Strip tone="warning" label="Store" icon={<WarningIcon color="warning50" />} title={text} text={remedy}>
      <Link to={{ pathname: '/settings', search: pageQuery(addressBarQuery(search)), hash: 'stores' }}>Your stores</Link>
    </Strip>
  );
}
