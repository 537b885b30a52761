import styled from 'styled-components';
import type { StoreError } from '../../../../server/domain/store/storeErrors.ts';
import { otherCurrenciesText, platformName, shownDaysText, storeErrorInWords } from '../../../../server/domain/store/storeTexts.ts';

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

interface StoreNotesProps {
  error: StoreError | null;
  shownDays: number | null;
  otherCurrencies: readonly string[] | undefined;
  platform: string | null;
}

/** Why the last reading failed, with what helps, how many days of orders the platform shows, and which sales do not count. */
export function StoreNotes({ error, shownDays, otherCurrencies, platform }: StoreNotesProps) {
  const words = error === null ? null : storeErrorInWords(error, platformName(platform ?? 'OTHER_STORE'));
  const others = otherCurrenciesText(otherCurrencies);
  return (
    <>
      {words && (
        <p role="status">
          {words.text} {words.remedy}
        </p>
      )}
      {shownDays !== null && <p>{shownDaysText(shownDays)}</p>}
      {others !== null && <p>{others}</p>}
    </>
  );
}
