import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { getProgramTerms } from '../../../server/contract/agreements.ts';
import { openingParts, openingSteps, openingTexts } from '../../../server/domain/onboarding/openingTexts.ts';
import { useProgram } from '../../brand/program.ts';
import { Actions } from '../../forms/Actions.ts';
import { Points } from '../../forms/Points.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { isInPanel } from '../../session/framed.ts';
import { useApi } from '../../session/session.ts';
import { StepHeading } from '../frames/StepHeading.tsx';

const Parts = styled.div`
  display: grid;
  gap: 0.5rem 2.5rem;

  @media (min-width: 600px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }

  h2 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 0.75rem;
  }
`;

const Steps = styled.ol`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  color: ${({ theme }) => theme.colors.secondary60};
  columns: 2;
  column-gap: 2.5rem;
  margin: 2rem 0 0;
  padding: 1.25rem 0 0 1.25rem;

  li {
    padding-bottom: 0.25rem;
  }
`;

interface OpeningPageProps {
  /** Whether the steps are still to be started, and not returned to. */
  isFirst: boolean;
  onStart: () => void;
}

/** Says before the first agreement what the merchant gets, what it costs, how it is repaid and what to have at hand. */
export function OpeningPage({ isFirst, onStart }: OpeningPageProps) {
  const api = useApi();
  const { name, key } = useProgram();
  const terms = useQuery({
    queryKey: ['program-terms', key],
    queryFn: ({ signal }) => api.call<typeof getProgramTerms>('GET /api/programs/current/terms', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <StepHeading lead={openingTexts.lead}>{openingTexts.heading(name)}</StepHeading>
      {terms.error && <ErrorState message={terms.error.message} onRetry={() => void terms.refetch()} />}
      {terms.isPending && <Skeleton label={openingTexts.loading} lines={10} />}
      {terms.data && (
        <Parts>
          {openingParts(terms.data, { isInStore: isInPanel() }).map(({ title, points }) => (
            <section key={title} aria-label={title}>
              <h2>{title}</h2>
              <Points all={points} />
            </section>
          ))}
        </Parts>
      )}
      <Actions>
        <Button type="button" onClick={onStart}>
          {isFirst ? openingTexts.start : openingTexts.back}
        </Button>
      </Actions>
      <Steps aria-label="The steps">
        {openingSteps().map((step) => (
          <li key={step}>{step}</li>
        ))}
      </Steps>
    </>
  );
}
