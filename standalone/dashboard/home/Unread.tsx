import { Button } from '@bigcommerce/big-design';
import { WarningIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { unreadTexts, unreadWords } from '../../../server/domain/home/unreadWords.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { debitAuthorizationQuery } from '../../onboarding/bank/debitAuthorizationQuery.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { bankAccountQuery, declinesQuery, drawPlanQuery } from '../queries.ts';
import { Strip } from './Strip.tsx';

interface UnreadProps {
  /** The messages that the page shows only when there is something to say: without an answer, silence would be one. */
  subjects: readonly ('bank' | 'debits' | 'next_draw' | 'declines')[];
}

/** Says which of these could not be read, with a button that asks again. Shows nothing while all are known. */
export function Unread({ subjects }: UnreadProps) {
  const api = useApi();
  const { token, plaid_access_token: bank } = useReceiver().receiver;
  const queries = {
    bank: useQuery({ ...bankAccountQuery(api, token), enabled: isLinked(bank) }),
    debits: useQuery(debitAuthorizationQuery(api, token)),
    next_draw: useQuery(drawPlanQuery(api, token)),
    declines: useQuery({ ...declinesQuery(api, token), enabled: subjects.includes('declines') }),
  };
  const unread = subjects.filter((subject) => queries[subject].error && !queries[subject].data && (subject !== 'bank' || isLinked(bank)));
  if (unread.length === 0) return null;
  return (
    <Strip tone="warning" label={unreadTexts.title} icon={<WarningIcon color="warning50" />} title={unreadTexts.title} text={unreadWords(unread)}>
      <Button variant="secondary" onClick={() => unread.forEach((subject) => void queries[subject].refetch())}>
        {unreadTexts.again}
      </Button>
    </Strip>
  );
}
