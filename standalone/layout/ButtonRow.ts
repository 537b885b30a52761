import styled from 'styled-components';

/** Buttons in a row, each as wide as its text. The gap replaces BigDesign's margins between buttons. */
export const ButtonRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;

  .bd-button {
    margin: 0;
    width: auto;
  }
`;
