import { WarningIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { debitsStopped } from '../../../server/domain/bank/debitTexts.ts';
import { debitAuthorizationQuery } from '../../onboarding/bank/debitAuthorizationQuery.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { BankSettingsLink } from '../BankSettingsLink.tsx';
import { Strip } from './Strip.tsx';

/** Says that the linked account may not be debited, with the way to the bank settings. Shows nothing while it may. */
export function DebitsStopped() {
  const { receiver } = useReceiver();
  const { data } = useQuery(debitAuthorizationQuery(useApi(), receiver.token));
  const stopped = data ? debitsStopped(data) : null;
  if (stopped === null) return null;
  return (
    <Strip tone="warning" label="Debits of the bank account" icon={<WarningIcon color="warning50" />} {...stopped}>
      <BankSettingsLink>Bank settings</BankSettingsLink>
    </Strip>
  );
}
