import styled, { keyframes } from 'styled-components';
import { nameOnCard } from '../../../server/domain/card/card.ts';
import { useProgram } from '../../brand/program.ts';

const rise = keyframes`
  from {
    opacity: 0;
    transform: translateY(1rem) rotate(-2deg);
  }
`;

/** The shape of a bank card. It depicts an object, so it has the brand's light colour in both schemes. */
const Plastic = styled.div<{ $colour: string }>`
  animation: ${rise} 0.7s cubic-bezier(0.2, 0.8, 0.2, 1);
  aspect-ratio: 1.586;
  background:
    radial-gradient(90% 120% at 105% -10%, rgb(255 255 255 / 22%), transparent 60%),
    linear-gradient(155deg, transparent 35%, rgb(0 0 0 / 28%)),
    ${({ $colour }) => $colour};
  border-radius: 0.875rem;
  box-shadow: 0 1rem 2.5rem -1rem rgb(0 0 0 / 45%), inset 0 0 0 1px rgb(255 255 255 / 12%);
  box-sizing: border-box;
  color: #fff;
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  margin: 0 0 2rem;
  max-width: 21rem;
  padding: 1.25rem;
  width: 100%;

  img {
    height: 2.25rem;
    width: 2.25rem;
  }

  p {
    display: flex;
    justify-content: space-between;
    letter-spacing: 0.02em;
    margin: 0;
  }
`;

const Digits = styled.span`
  letter-spacing: 0.12em;
`;

/** A picture of the future card, with the name of the business as it will be printed. */
export function CardPicture({ businessName }: { businessName: string | null }) {
  const { colours, logo } = useProgram();
  return (
    <Plastic $colour={colours.light.primary} aria-hidden="true">
      <img src={logo.favicon} alt="" />
      <p>
        <span>{nameOnCard(businessName ?? '')}</span>
        <Digits>••••</Digits>
      </p>
    </Plastic>
  );
}
