import styled from 'styled-components';
import { fieldLabel } from '../../../server/domain/staff/fieldLabel.ts';
import { ColumnHeads } from '../../layout/ColumnHeads.tsx';
import { fieldValue } from './fieldWords.ts';

const Fields = styled.table`
  border-collapse: collapse;
  margin: 0.75rem 0 1.25rem;
  width: 100%;

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    overflow-wrap: break-word;
    padding: 0.375rem 0.75rem 0.375rem 0;
    text-align: left;
    vertical-align: top;
  }

  thead th {
    border-top: 0;
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  td:last-child {
    padding-right: 0;
  }
`;

const Same = styled.tr`
  color: ${({ theme }) => theme.colors.secondary60};
`;

export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

interface FieldChangesProps {
  changes: readonly FieldChange[];
  /** The column headings over the old and the new values. */
  headings: readonly [before: string, after: string];
}

/** A table of fields with their old and new values. Fields that do not change are paler. */
export function FieldChanges({ changes, headings }: FieldChangesProps) {
  return (
    <Fields>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <ColumnHeads headings={headings} />
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => {
          const Row = before === after ? Same : 'tr';
          return (
            <Row key={field}>
              <th scope="row">{fieldLabel(field)}</th>
              <td>{fieldValue(field, before)}</td>
              <td>{fieldValue(field, after)}</td>
            </Row>
          );
        })}
      </tbody>
    </Fields>
  );
}
