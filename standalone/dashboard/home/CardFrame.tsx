import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { useExpiredFrame } from '../../../server/browser/useExpiredFrame.ts';
import type { getCardEmbedded } from '../../../server/contract/card.ts';
import { nameOnCard } from '../../../server/domain/card/card.ts';
import { useProgram } from '../../brand/program.ts';
import { pageDescription } from '../../page.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useGlobalQuery } from '../../session/useGlobalQuery.ts';
import { useIsPanShown } from '../card/panShowing.ts';
import { hasCard } from './cardQuery.ts';

/** Keeps the size of a card, also while it is empty. On a phone's home it leaves room for the figures, unless the number is shown. */
const Area = styled.div<{ $isLarge: boolean }>`
  aspect-ratio: 1.586;
  background: ${({ theme }) => theme.colors.secondary20};
  border-radius: 0.875rem;
  container-type: inline-size;
  margin: 0 auto;
  max-width: ${({ $isLarge }) => ($isLarge ? '22rem' : '14rem')};
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

const Name = styled.p.attrs({ 'data-color': true })<{ $ink: string }>`
  bottom: 7.5%;
  color: ${({ $ink }) => $ink};
  /* As wide a part of a small card as of a large one, so that it ends before the art does. */
  font-size: clamp(0.75rem, 4.83cqw, 1.0625rem);
  left: 7%;
  letter-spacing: 0.02em;
  margin: 0;
  pointer-events: none;
  position: absolute;
  right: 7%;
`;

/** Lies across a card that takes no purchases, and beside its number. The switch below says the same to those who hear the page. */
const Stamp = styled.p.attrs({ 'aria-hidden': true })<{ $isBeside: boolean }>`
  background: #fff;
  border-radius: 0.25rem;
  box-shadow: 0 0 0 2px #111827;
  color: #111827;
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  left: ${({ $isBeside }) => ($isBeside ? '80%' : '50%')};
  margin: 0;
  padding: 0.25rem 0.75rem;
  pointer-events: none;
  position: absolute;
  top: ${({ $isBeside }) => ($isBeside ? '16%' : '50%')};
  transform: translate(-50%, -50%) rotate(-8deg);
`;

const Covered = styled.p`
  align-items: center;
  color: ${({ theme }) => theme.colors.secondary70};
  display: flex;
  height: 100%;
  justify-content: center;
  margin: 0;
  padding: 0 1rem;
  text-align: center;
`;

/** A number is shown on the card's plain color, which is dark in every brand, and not on its art. */
const onPlainColor = '#fff';

interface CardFrameProps {
  /** The card's token; null where there is none yet. */
  card: string | null;
  /** Whether the person signed in may see this card; decided by what they may do with the account when left out. */
  canShow?: boolean | undefined;
  isPaused: boolean;
  /** Nobody may see a card that is closed, whatever their role. */
  isClosed: boolean;
  isLarge?: boolean;
}

/** The issuer's picture of the card, with the business's name on it. The area stays empty when the card cannot be shown, and says so to those who may not see it. */
export function CardFrame({ card: token, canShow, isPaused, isClosed, isLarge = false }: CardFrameProps) {
  const { receiver, isMasquerading } = useReceiver();
  const isAllowed = canShow ?? receiver.abilities.includes('show_pan');
  const { card } = useProgram();
  const { showPan } = useGlobalQuery();
  const { address, renew } = useFrameAddress(token, isAllowed);
  const onLoad = useExpiredFrame(address, renew);
  return (
    <Area $isLarge={isLarge || showPan}>
      {hasCard(token) && !isAllowed && (
        <Covered>
          {isMasquerading ? 'Staff do not see the card' : isClosed ? 'A closed card is not shown' : 'Your role does not include the card’s number'}
        </Covered>
      )}
      {address && (
        <>
          {/* Without a number there is nothing to press in it, so keys pass it by. */}
          <Picture
            src={address}
            onLoad={onLoad}
            title="Your card"
            tabIndex={showPan ? 0 : -1}
            allow="clipboard-write"
            style={{ filter: isPaused ? 'grayscale(1)' : 'none' }}
          />
          <Name $ink={showPan ? onPlainColor : card.ink}>{nameOnCard(receiver.business_name ?? '')}</Name>
          {isPaused && <Stamp $isBeside={showPan}>Paused</Stamp>}
        </>
      )}
    </Area>
  );
}

/** Returns the address of the issuer's card frame, null while it loads and when it cannot be loaded, and the way to ask for another. */
function useFrameAddress(card: string | null, isAllowed: boolean): { address: string | null; renew: () => void } {
  const api = useApi();
  const { receiver } = useReceiver();
  const { showPan: isAsked } = useGlobalQuery();
  const showPan = useIsPanShown();
  const { token, whitelabel } = receiver;
  // An address opens the frame for a minute alone, and the page before may have asked for one earlier: each frame asks for its own.
  const [frame, setFrame] = useState(() => crypto.randomUUID());
  const { data, error } = useQuery({
    queryKey: ['dashboard', token, 'card-frame', card, showPan, frame],
    queryFn: ({ signal }) =>
      api.call<typeof getCardEmbedded>('GET /api/lithic_card_embedded', {
        query: { token: card ?? '', ...(whitelabel !== null && { whitelabel }), ...(showPan && { showPan: 'true' }) },
        signal,
      }),
    // Staff may not see a customer's card, and a number whose minute is over is not shown until the page is loaded anew.
    enabled: hasCard(card) && isAllowed && isAsked === showPan,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    if (error) console.error(error.message);
  }, [error]);
  const address = data ? `${pageDescription(document).settings.card_frame_url}?${new URLSearchParams(data)}` : null;
  return { address, renew: () => setFrame(crypto.randomUUID()) };
}
