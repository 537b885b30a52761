import { BlockStack, Button, Text } from '@shopify/polaris';
import { type MouseEvent, useEffect, useState } from 'react';
import { useExpiredFrame } from '../../server/browser/useExpiredFrame.ts';
import type { CardAnswer, getCardEmbedded } from '../../server/contract/card.ts';
import { nameOnCard, numberShownSeconds } from '../../server/domain/card/card.ts';
import { shownNumberInWords, shownNumberTexts } from '../../server/domain/card/shownNumber.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { useAnswer } from '../useAnswer.ts';
import './cardNumber.css';

interface CardNumberProps {
  card: CardAnswer;
  business_name: string | null;
  /** The address of the issuer's frame. */
  frameUrl: string;
}

/** The issuer's picture of the card. Its number, expiry and security code are shown in the issuer's own frame, for a minute. */
export function CardNumber({ card, business_name, frameUrl }: CardNumberProps) {
  const [isShown, setIsShown] = useState(false);
  const { address, problem, renew } = useCardFrame({ token: card.token, frameUrl, isShown });
  const onLoad = useExpiredFrame(address, renew);
  return (
    <BlockStack gap="300">
      <div className="card-picture">
        {/* Without a number there is nothing to press in it, so keys pass it by. */}
        {address !== null && <iframe key={address} src={address} onLoad={onLoad} title="Your card" tabIndex={isShown ? 0 : -1} allow="clipboard-write" />}
        {address !== null && <p>{nameOnCard(business_name ?? '')}</p>}
      </div>
      {problem !== null && <ProblemBanner problem={problem} />}
      {isShown ? (
        <Shown hide={() => setIsShown(false)} />
      ) : (
        <BlockStack gap="100">
          <Button fullWidth onClick={() => setIsShown(true)}>
            {shownNumberTexts.show}
          </Button>
          <Text as="p" tone="subdued" alignment="center">
            {shownNumberTexts.what}
          </Text>
        </BlockStack>
      )}
    </BlockStack>
  );
}

/** Counts down, and hides the number at the end and when the page goes out of sight. */
function Shown({ hide }: { hide: () => void }) {
  const [until] = useState(() => Date.now() + numberShownSeconds * 1_000);
  const [seconds, setSeconds] = useState(numberShownSeconds);
  useEffect(() => {
    const tick = () => {
      const left = Math.ceil((until - Date.now()) / 1_000);
      if (left <= 0) hide();
      else setSeconds(left);
    };
    const timer = setInterval(tick, 500);
    window.addEventListener('pagehide', hide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', hide);
    };
  }, [until, hide]);
  // The second press of a double-click falls on this button, which stands where the one that shows was. Polaris passes the event on.
  const press = (event?: MouseEvent) => {
    if (event === undefined || event.detail <= 1) hide();
  };
  return (
    <BlockStack gap="100">
      <Button fullWidth onClick={press}>
        {shownNumberTexts.hide}
      </Button>
      <div aria-hidden="true">
        <Text as="p" tone="subdued" alignment="center">
          {shownNumberTexts.countdown(seconds)}
        </Text>
      </div>
      <div role="status">
        <Text as="p" visuallyHidden>
          {shownNumberInWords(seconds)}
        </Text>
      </div>
    </BlockStack>
  );
}

/** Asks for the address of the issuer's frame, which opens it for a minute alone: each frame asks for its own. */
function useCardFrame({ token, frameUrl, isShown }: { token: string; frameUrl: string; isShown: boolean }) {
  // A number is never left in sight while the frame without it is on its way: an answer belongs to its own input alone.
  const query = { token, ...(isShown && { showPan: 'true' }) };
  const { answer, problem, readAgain } = useAnswer<typeof getCardEmbedded>('GET /api/lithic_card_embedded', { query });
  return { address: answer && `${frameUrl}?${new URLSearchParams(answer)}`, problem, renew: readAgain };
}
