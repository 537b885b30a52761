import { useId } from 'react';
import styled from 'styled-components';
import { useFocusOn } from '../../server/browser/useFocusOn.ts';

const Line = styled.p`
  margin: 0 0 1rem;
  overflow-wrap: anywhere;

  &:focus:not(:focus-visible) {
    outline: none;
  }
`;

/** Says what a press has done that took its own button away, and takes the focus. Null while nothing was done. */
export function DoneNote({ children }: { children: string | null }) {
  const id = useId();
  useFocusOn(id, children, null);
  return (
    children !== null && (
      <Line id={id} tabIndex={-1}>
        {children}
      </Line>
    )
  );
}
