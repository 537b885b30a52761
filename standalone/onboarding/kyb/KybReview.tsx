import styled from 'styled-components';
import { noOwners, type ReviewPart } from '../../../server/domain/kyb/kybReview.ts';
import { kybTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { TextButton } from '../../forms/TextButton.ts';
import { useHeadingBelowStep } from '../frames/StepHeading.tsx';

const Part = styled.section`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  padding: 1rem 0;

  header {
    align-items: baseline;
    display: flex;
    gap: 1rem;
    justify-content: space-between;
  }

  h2,
  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0;
  }

  p {
    margin: 0.5rem 0 0;
  }

  dl + dl {
    border-top: 1px dashed ${({ theme }) => theme.colors.secondary20};
    margin-top: 0.75rem;
    padding-top: 0.75rem;
  }
`;

const Answers = styled.dl`
  display: grid;
  gap: 0.25rem 1rem;
  margin: 0.5rem 0 0;

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  dd {
    margin: 0 0 0.5rem;
    overflow-wrap: anywhere;
  }

  @media (min-width: 600px) {
    grid-template-columns: 13rem minmax(0, 1fr);

    dd {
      margin: 0;
    }
  }
`;

/** All answers of the verification form, page by page, each with the way back to it. */
export function KybReview({ parts, onChange }: { parts: readonly ReviewPart[]; onChange: (page: number) => void }) {
  const Heading = useHeadingBelowStep();
  return parts.map(({ page, title, lists }) => (
    <Part key={page} aria-label={title}>
      <header>
        <Heading>{title}</Heading>
        <TextButton onClick={() => onChange(page)} aria-label={`${kybTexts.review.change}: ${title}`}>
          {kybTexts.review.change}
        </TextButton>
      </header>
      {lists.length === 0 && <p>{noOwners}</p>}
      {lists.map(({ path, answers }) => (
        <Answers key={path}>
          {answers.map(({ label, value }) => (
            <Answer key={label} label={label} value={value} />
          ))}
        </Answers>
      ))}
    </Part>
  ));
}

function Answer({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  );
}
