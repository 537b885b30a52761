import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { StepHeading } from '../frames/StepHeading.tsx';

const Way = styled(Link)`
  color: ${({ theme }) => theme.colors.primary};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
`;

/** Replaces the screen of a forced step that has none, and leads to the step that is next. */
export function NoScreen({ reason }: { reason: string }) {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  query.delete('onboardingStep');
  return (
    <>
      <StepHeading lead={reason}>This step has no screen</StepHeading>
      <Way to={{ pathname, search: query.toString() }}>Go to the next step</Way>
    </>
  );
}
