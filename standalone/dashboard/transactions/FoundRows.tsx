import { Button } from '@bigcommerce/big-design';
import { shownRows } from '../../../server/contract/shownRows.ts';
import { hasFilters, noFilters } from '../../../server/domain/table/filters.ts';
import type { ShownTable } from '../../../server/domain/table/shownTable.ts';
import { shownRowsInWords, tablePage } from '../../../server/domain/table/table.ts';
import { useProgram } from '../../brand/program.ts';
import { ListFoot } from '../../layout/ListFoot.ts';
import { Notice } from '../../layout/Notice.ts';
import { Rows } from './Rows.tsx';
import type { useTablePage } from './useTablePage.ts';

/** @param nothingYet what the tab says while it has no rows at all. */
function whyEmpty({ q, filters }: ShownTable, nothingYet: string): string {
  if (hasFilters(filters)) return q === '' ? 'Nothing matches these filters.' : 'Nothing with these filters contains what you typed.';
  return q === '' ? nothingYet : 'Nothing in this tab contains what you typed.';
}

interface FoundRowsProps {
  page: NonNullable<ReturnType<typeof useTablePage>['data']>;
  shown: ShownTable;
  isBusy: boolean;
  /** Whether the card and the person of each purchase are shown. */
  hasCards: boolean;
  onChange: (change: Partial<ShownTable>) => void;
}

/** A page of rows with the buttons to the others; where there are none, why, and how to see more. */
export function FoundRows({ page, shown, isBusy, hasCards, onChange }: FoundRowsProps) {
  const { voice } = useProgram();
  const { hasPrevious, hasNext } = tablePage(page.page, page.total);
  if (page.total === 0)
    return (
      <Notice role="status">
        <h3>{shownRowsInWords(page)}</h3>
        <p>{whyEmpty(shown, voice.empty[shown.tab])}</p>
        {hasFilters(shown.filters) && (
          <Button variant="secondary" onClick={() => onChange({ filters: noFilters, page: 1 })}>
            Clear filters
          </Button>
        )}
        {shown.q !== '' && (
          <Button variant="secondary" onClick={() => onChange({ q: '', page: 1 })}>
            Clear search
          </Button>
        )}
      </Notice>
    );
  return (
    <>
      <Rows
        tab={page.tab}
        rows={shownRows(page)}
        sort={shown.sort}
        isBusy={isBusy}
        hasCards={hasCards}
        onSort={(sort) => onChange({ sort, page: 1 })}
        onOpen={(row) => onChange({ row })}
      />
      <ListFoot>
        <p role="status">{shownRowsInWords(page)}</p>
        <div>
          <Button variant="secondary" disabled={!hasPrevious || isBusy} onClick={() => onChange({ page: page.page - 1 })}>
            Previous
          </Button>
          <Button variant="secondary" disabled={!hasNext || isBusy} onClick={() => onChange({ page: page.page + 1 })}>
            Next
          </Button>
        </div>
      </ListFoot>
    </>
  );
}
