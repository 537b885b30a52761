import styled from 'styled-components';

/** Text for screen readers only. */
export const Hidden = styled.span`
  clip-path: inset(50%);
  height: 1px;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
  width: 1px;
`;
