import styled, { useTheme } from 'styled-components';
import { useProgram } from './program.ts';
import { schemeOf } from './theme.ts';

const Picture = styled.img`
  display: block;
  height: 1.75rem;
  width: auto;
`;

/** The program's logo, for the background of the theme around it. Its alternative text is the program's name, so no text beside it repeats the name. */
export function Logo() {
  const program = useProgram();
  return <Picture src={program.logo[schemeOf(useTheme().palette)]} alt={program.name} />;
}
