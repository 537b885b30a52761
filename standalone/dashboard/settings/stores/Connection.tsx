import styled from 'styled-components';
import type { StoreError } from '../../../../server/domain/store/storeErrors.ts';
import { platformName, shownDaysText, storeErrorInWords } from '../../../../server/domain/store/storeTexts.ts';

/** A connected store: its name, then what is to be said of it. */
export const Connection = styled.div`
  p {
    margin: 0 0 0.25rem;
    text-wrap: pretty;
  }

  p + p {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  p:last-of-type {
    margin-bottom: 0.75rem;
  }
`;

/** Why the last reading failed, with what helps, and how many days of orders the platform shows. */
export function StoreNotes({ error, shownDays, platform }: { error: StoreError | null; shownDays: number | null; platform: string | null }) {
  const words = error === null ? null : storeErrorInWords(error, platformName(platform ?? 'OTHER_STORE'));
  return (
    <>
      {words && (
        <p role="status">
          {words.text} {words.remedy}
        </p>
      )}
      {shownDays !== null && <p>{shownDaysText(shownDays)}</p>}
    </>
  );
}
