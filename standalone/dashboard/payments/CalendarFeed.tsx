import { Button } from '@bigcommerce/big-design';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { postCalendarFeed } from '../../../server/contract/calendar.ts';
import { mayRoleCall } from '../../../server/domain/access/teamRoles.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { showAnswer } from '../../live/showAnswer.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { calendarQuery } from '../queries.ts';

const Box = styled.div`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary60};
  margin-top: 0.75rem;
  padding-top: 0.75rem;

  p {
    margin: 0 0 0.75rem;
  }
`;

const Address = styled.p`
  color: ${({ theme }) => theme.colors.secondary70};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  overflow-wrap: anywhere;
`;

const copyWords = { ready: 'Copy address', copied: 'Copied', failed: 'Not copied' };

/** The secret address from which a calendar program reads the due dates. Hidden from staff. */
export function CalendarFeed({ feedUrl }: { feedUrl: string | null }) {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, isMasquerading } = useReceiver();
  const { token } = receiver;
  const [copying, setCopying] = useState<'ready' | 'copied' | 'failed'>('ready');
  const make = useMutation({
    mutationFn: () => api.call<typeof postCalendarFeed>('POST /api/users/:token/calendar/feed', { params: { token }, body: {} }),
    onSuccess: ({ feed_url }) => {
      setCopying('ready');
      showAnswer(queries, calendarQuery(api, token).queryKey, (known) => known && { ...known, feed_url });
    },
  });
  // Everybody who sees the account may subscribe; the owner alone makes an address.
  const mayMake = mayRoleCall('owner', receiver.role) && receiver.owner_needed === null;
  if (isMasquerading || (feedUrl === null && !mayMake)) return null;

  const copy = (address: string) =>
    navigator.clipboard.writeText(address).then(
      () => setCopying('copied'),
      () => setCopying('failed'),
    );
  return (
    <Box>
      {feedUrl === null ? (
        <p>See these days in your own calendar: it follows as you spend and repay.</p>
      ) : (
        <>
          <p>Subscribe to this address in your calendar. Whoever has it can see what you owe when: keep it to yourself.</p>
          <Address>{feedUrl}</Address>
        </>
      )}
      {make.error && <p role="alert">{make.error.message}</p>}
      <ButtonRow>
        {feedUrl !== null && (
          <Button variant="secondary" onClick={() => void copy(feedUrl)}>
            <span aria-live="polite">{copyWords[copying]}</span>
          </Button>
        )}
        {mayMake && (
          <Button variant={feedUrl === null ? 'secondary' : 'subtle'} isLoading={make.isPending} onClick={() => make.mutate()}>
            {feedUrl === null ? 'Add to my calendar' : 'Make a new address'}
          </Button>
        )}
      </ButtonRow>
    </Box>
  );
}
