import { Button } from '@bigcommerce/big-design';
import { ChevronLeftIcon, ChevronRightIcon } from '@bigcommerce/big-design-icons';
import styled from 'styled-components';
import { addMonths, formatMonth, type Month } from '../../../../server/domain/basics/periods.ts';

const Row = styled.div`
  align-items: center;
  display: flex;
  gap: 0.5rem;
  justify-content: space-between;
  margin-bottom: 1rem;

  strong {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    text-align: center;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }

  @media (min-width: 720px) {
    justify-content: flex-start;
  }
`;

interface MonthChooserProps {
  month: Month;
  /** The month that has begun last. */
  latest: Month;
  onChoose: (month: Month) => void;
}

/** The chosen month between the buttons to the one before and the one after. */
export function MonthChooser({ month, latest, onChoose }: MonthChooserProps) {
  return (
    <Row>
      <Button
        type="button"
        variant="subtle"
        aria-label="Month before"
        iconOnly={<ChevronLeftIcon title="Month before" />}
        onClick={() => onChoose(addMonths(month, -1))}
      />
      <strong aria-live="polite">{formatMonth(month)}</strong>
      <Button
        type="button"
        variant="subtle"
        aria-label="Month after"
        iconOnly={<ChevronRightIcon title="Month after" />}
        disabled={month >= latest}
        onClick={() => onChoose(addMonths(month, 1))}
      />
    </Row>
  );
}
