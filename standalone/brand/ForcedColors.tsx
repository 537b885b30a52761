import { createGlobalStyle } from 'styled-components';

/**
 * Where the visitor's system chooses the colors, it takes backgrounds away. A chosen item takes the system's own color for that, and
 * where a color alone says something, it is kept.
 */
export const ForcedColors = createGlobalStyle`
  @media (forced-colors: active) {
    :is([aria-pressed="true"], [aria-selected="true"], [aria-current="page"]) {
      background: Highlight !important;
      color: HighlightText !important;
      forced-color-adjust: none;
    }

    :is([aria-pressed="true"], [aria-selected="true"], [aria-current="page"]) svg {
      color: inherit !important;
    }

    /* BigDesign draws a switch of backgrounds alone. */
    input[role="switch"] + label,
    input[role="switch"] + label::before,
    [data-color] {
      forced-color-adjust: none;
    }
  }
`;
