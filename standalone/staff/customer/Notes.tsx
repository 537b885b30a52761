import { Button, Textarea } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import styled from 'styled-components';
import type { postNote } from '../../../server/contract/staff.ts';
import { typedLengths } from '../../../server/domain/forms/typedLengths.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { useApi } from '../../session/session.ts';
import { type Customer, customerKey } from '../queries.ts';
import { useMoment } from '../useMoment.ts';

const Form = styled.form`
  max-width: 38rem;

  .bd-button {
    margin: 0.75rem 0 0;
  }
`;

const List = styled.ol`
  list-style: none;
  margin: 1.5rem 0 0;
  max-width: 38rem;
  padding: 0;

  li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    padding: 0.75rem 0;
  }

  p {
    margin: 0;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    font-size: ${({ theme }) => theme.typography.fontSize.small};
    overflow-wrap: anywhere;
  }
`;

/** The notes of staff about a customer, and a form to add one. The customer does not see them, nor do staff write about themselves. */
export function Notes({ customer: { receiver, notes } }: { customer: Customer }) {
  const moment = useMoment();
  return (
    <>
      {receiver.abilities.includes('write_note') && <NewNote token={receiver.token} />}
      {notes.length === 0 ? (
        <EmptyState heading="No notes yet">Leave one for whoever helps this customer next.</EmptyState>
      ) : (
        <List aria-label="Notes">
          {notes.map(({ id, author_email, text, created_at }) => (
            <li key={id}>
              <p>{text}</p>
              <small>
                {author_email}, {moment(created_at)}
              </small>
            </li>
          ))}
        </List>
      )}
    </>
  );
}

function NewNote({ token }: { token: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const saving = useIntent(async (body: { text: string }, idempotencyKey) => {
    await api.call<typeof postNote>('POST /api/staff/receivers/:token/notes', { params: { token }, body, idempotencyKey });
    // Cleared before the notes load again, so that nothing is lost of what is typed next.
    setText('');
    await queries.invalidateQueries({ queryKey: customerKey(token) });
  });

  async function save(event: FormEvent) {
    event.preventDefault();
    await saving.run({ text: text.trim() });
  }
  return (
    <Form onSubmit={(event) => void save(event)}>
      <Textarea
        label="New note"
        description="Staff see it, the customer does not."
        rows={3}
        maxLength={typedLengths.staffNote}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Problem problem={saving.problem} />
      <Button type="submit" disabled={text.trim() === ''} isLoading={saving.isBusy}>
        Save note
      </Button>
    </Form>
  );
}
