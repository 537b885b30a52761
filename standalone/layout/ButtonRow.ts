import styled from 'styled-components';

/** Buttons beside one another, each as wide as its words. BigDesign spaces them by margins, which the gap does here. */
export const ButtonRow = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;

  .bd-button {
    margin: 0;
    width: auto;
  }
`;
