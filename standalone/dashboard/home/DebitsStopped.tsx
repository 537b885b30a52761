import { WarningIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../../server/domain/access/queryNames.ts';
import { debitTexts } from '../../../server/domain/bank/debitTexts.ts';
import { debitAuthorizationQuery } from '../../onboarding/bank/debitAuthorizationQuery.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { pageQuery } from '../pageQuery.ts';
import { Strip } from './Strip.tsx';

/** Says that the linked account may not be debited, with the way to the bank settings. Shows nothing while it may. */
export function DebitsStopped() {
  const { search } = useLocation();
  const { receiver } = useReceiver();
  const { data } = useQuery(debitAuthorizationQuery(useApi(), receiver.token));
  if (!data?.account || data.given) return null;
  return (
    <Strip
      tone="warning"
      label="Debits of the bank account"
      icon={<WarningIcon color="warning50" />}
      title={data.ended ? debitTexts.ended[data.ended.reason] : debitTexts.missing}
      text={data.account.refusal ?? debitTexts.stopped}
    >
      <Link to={{ pathname: '/settings', search: pageQuery(addressBarQuery(search)), hash: 'bank' }}>Bank settings</Link>
    </Strip>
  );
}
