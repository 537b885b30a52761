import styled from 'styled-components';
import { agreementTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { Points } from '../../forms/Points.tsx';
import { useHeadingBelowStep } from '../frames/StepHeading.tsx';

const Box = styled.section`
  h2,
  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 0.75rem;
  }

  ul {
    gap: 0.5rem;
  }

  @media print {
    display: none;
  }
`;

/** An agreement in a few points. They are no part of the accepted text, so a print leaves them out. */
export function InShort({ points }: { points: readonly string[] }) {
  const Heading = useHeadingBelowStep();
  if (points.length === 0) return null;
  return (
    <Box aria-label={agreementTexts.inShort}>
      <Heading>{agreementTexts.inShort}</Heading>
      <Points all={points} />
    </Box>
  );
}
