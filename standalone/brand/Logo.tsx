import styled from 'styled-components';
import { useColourScheme } from './colourScheme.ts';
import { useProgram } from './program.ts';

const Picture = styled.img`
  display: block;
  height: 1.75rem;
  width: auto;
`;

/** The program's logo. Its alternative text is the program's name, so no text beside it repeats the name. */
export function Logo() {
  const program = useProgram();
  return <Picture src={program.logo[useColourScheme()]} alt={program.name} />;
}
