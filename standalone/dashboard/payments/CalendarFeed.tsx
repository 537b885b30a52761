import { Button } from '@bigcommerce/big-design';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { takeFocus } from '../../../server/browser/focus.ts';
import type { postCalendarFeed } from '../../../server/contract/calendar.ts';
import { mayRoleCall } from '../../../server/domain/access/teamRoles.ts';
import { calendarFeedTexts, subscribeAddress } from '../../../server/domain/repayment/calendarFeedWords.ts';
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
    text-wrap: pretty;
  }

  p:focus {
    outline-offset: 0.25rem;
  }

  a {
    align-self: center;
    color: ${({ theme }) => theme.colors.primary};
  }
`;

const Address = styled.p`
  color: ${({ theme }) => theme.colors.secondary70};
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  overflow-wrap: anywhere;
`;

const copyWords = { ready: calendarFeedTexts.copy, copied: 'Copied', failed: 'Not copied' };

/** The secret address from which a calendar program reads the due dates, and the link that subscribes to it. Hidden from staff. */
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
  const makeButton = (
    <Button variant={feedUrl === null ? 'secondary' : 'subtle'} isLoading={make.isPending} onClick={() => make.mutate()}>
      {feedUrl === null ? calendarFeedTexts.make : calendarFeedTexts.renew}
    </Button>
  );
  if (feedUrl === null)
    return (
      <Box>
        <p>{calendarFeedTexts.offer}</p>
        {make.error && <p role="alert">{make.error.message}</p>}
        <ButtonRow key="make">{makeButton}</ButtonRow>
      </Box>
    );
  return (
    <Box>
      {/* The button that made the address has gone. */}
      <p ref={make.isSuccess ? takeFocus : null} tabIndex={-1}>
        {calendarFeedTexts.use} {calendarFeedTexts.secret}
      </p>
      <Address>{feedUrl}</Address>
      {make.error && <p role="alert">{make.error.message}</p>}
      <ButtonRow key="feed">
        <a href={subscribeAddress(feedUrl)}>{calendarFeedTexts.add}</a>
        <Button variant="secondary" onClick={() => void copy(feedUrl)}>
          <span aria-live="polite">{copyWords[copying]}</span>
        </Button>
        {mayMake && makeButton}
      </ButtonRow>
    </Box>
  );
}
