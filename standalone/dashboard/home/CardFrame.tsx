import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import styled from 'styled-components';
import type { getCardEmbedded } from '../../../server/contract/card.ts';
import { nameOnCard } from '../../../server/domain/card/card.ts';
import { pageDescription } from '../../page.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useGlobalQuery } from '../../session/useGlobalQuery.ts';
import { hasCard } from './cardQuery.ts';

/** Keeps the size of a card, also while it is empty. */
const Area = styled.div`
  aspect-ratio: 1.586;
  background: ${({ theme }) => theme.colors.secondary20};
  border-radius: 0.875rem;
  margin: 0 auto;
  max-width: 14rem;
  overflow: hidden;
  position: relative;
  width: 100%;

  @media (min-width: 600px) {
    max-width: 22rem;
  }
`;

const Picture = styled.iframe`
  border: 0;
  color-scheme: normal;
  display: block;
  height: 100%;
  width: 100%;
`;

const Name = styled.p`
  bottom: 7.5%;
  color: #fff;
  font-size: 1.0625rem;
  left: 7%;
  letter-spacing: 0.02em;
  margin: 0;
  pointer-events: none;
  position: absolute;
  right: 7%;
`;

/** The issuer's picture of the card, with the business's name on it. The area stays empty when the card cannot be shown. */
export function CardFrame({ isPaused }: { isPaused: boolean }) {
  const { receiver } = useReceiver();
  const address = useFrameAddress();
  return (
    <Area>
      {address && (
        <>
          <Picture src={address} title="Your card" allow="clipboard-write" style={{ filter: isPaused ? 'grayscale(1)' : 'none' }} />
          <Name>{nameOnCard(receiver.business_name ?? '')}</Name>
        </>
      )}
    </Area>
  );
}

/** Returns the address of the issuer's card frame; null while it loads, and when it cannot be loaded. */
function useFrameAddress(): string | null {
  const api = useApi();
  const { receiver } = useReceiver();
  const { showPan } = useGlobalQuery();
  const { token, whitelabel, lithic_card_token: card, abilities } = receiver;
  const { data, error } = useQuery({
    queryKey: ['dashboard', token, 'card-frame', card, showPan],
    queryFn: ({ signal }) =>
      api.call<typeof getCardEmbedded>('GET /api/lithic_card_embedded', {
        query: { token: card ?? '', ...(whitelabel !== null && { whitelabel }), ...(showPan && { showPan: 'true' }) },
        signal,
      }),
    // Staff may not see a customer's card.
    enabled: hasCard(card) && abilities.includes('show_pan'),
    // An address opens one frame, within a minute: ask once per frame, and keep no address after it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    if (error) console.error(error.message);
  }, [error]);
  if (!data) return null;
  return `${pageDescription(document).settings.card_frame_url}?${new URLSearchParams(data)}`;
}
