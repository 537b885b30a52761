import styled, { keyframes } from 'styled-components';
import { nameOnCard } from '../../../server/domain/card/card.ts';
import { useProgram } from '../../brand/program.ts';

const rise = keyframes`
  from {
    opacity: 0;
    transform: translateY(1rem) rotate(-2deg);
  }
`;

/** The shape of a bank card with the brand's art, the same in both color schemes: it depicts an object. */
const Plastic = styled.div.attrs({ 'data-color': true })<{ $art: string; $ink: string }>`
  animation: ${rise} 0.7s cubic-bezier(0.2, 0.8, 0.2, 1);
  aspect-ratio: 1.586;
  background: url('${({ $art }) => $art}') center / cover no-repeat;
  border-radius: 0.875rem;
  box-shadow: 0 1rem 2.5rem -1rem rgb(0 0 0 / 45%), inset 0 0 0 1px rgb(255 255 255 / 12%);
  box-sizing: border-box;
  color: ${({ $ink }) => $ink};
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  margin: 0 0 2rem;
  max-width: 21rem;
  padding: 1.25rem 1.5rem;
  width: 100%;

  img {
    align-self: flex-start;
    height: 1.625rem;
  }

  p {
    letter-spacing: 0.02em;
    margin: 0;
  }
`;

/** A picture of the future card, with the name of the business as it will be printed. */
export function CardPicture({ businessName }: { businessName: string | null }) {
  const { card, logo } = useProgram();
  return (
    <Plastic $art={card.art} $ink={card.ink} aria-hidden="true">
      <img src={logo[card.logo]} alt="" />
      <p>{nameOnCard(businessName ?? '')}</p>
    </Plastic>
  );
}
