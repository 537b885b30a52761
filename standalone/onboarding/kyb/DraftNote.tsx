import styled from 'styled-components';
import { type DraftState, draftWords } from '../../../server/domain/forms/draftSaver.ts';

const Note = styled.span<{ $failed: boolean }>`
  color: ${({ theme, $failed }) => ($failed ? theme.colors.danger : theme.colors.secondary60)};
  text-align: center;
  width: 100%;

  @media (min-width: 600px) {
    margin-left: auto;
    text-align: right;
    width: auto;
  }
`;

/** Says whether the text typed so far is saved on the server. */
export function DraftNote({ state }: { state: DraftState }) {
  return (
    <Note role="status" $failed={state === 'failed'}>
      {draftWords[state]}
    </Note>
  );
}
