import { createGlobalStyle } from 'styled-components';
import { lowScreen } from './lowScreen.ts';

/** The global styles that all brands share, where BigDesign sets none. */
export const BrandStyles = createGlobalStyle`
  body {
    background: ${({ theme }) => theme.palette.canvas};
    color: ${({ theme }) => theme.colors.secondary70};
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-variant-numeric: tabular-nums lining-nums;
    line-height: ${({ theme }) => theme.lineHeight.medium};
    -webkit-font-smoothing: antialiased;
    text-rendering: optimizeLegibility;
  }

  /* Browsers have a blue of their own. A class is more specific than this. */
  a {
    color: ${({ theme }) => theme.colors.primary};
  }

  /* BigDesign sets its headings in the text's typeface; its selectors are more specific than this one. */
  h1, h2, h3, h4 {
    font-family: ${({ theme }) => theme.headingFamily} !important;
    font-weight: 600 !important;
  }

  /* What takes focus is scrolled clear of what sticks to the top: the banner of staff, and the header of a narrow screen. */
  html {
    scroll-padding-top: calc(var(--banner-height, 0px) + 0.5rem);

    @media (max-width: 899.98px) {
      scroll-padding-top: calc(var(--banner-height, 0px) + 4.5rem);
    }

    @media ${lowScreen} {
      scroll-padding-top: 0.5rem;
    }
  }

  /* BigDesign removes outlines and leaves a shadow too pale to be seen; its selectors are more specific than this one. */
  :is(a, button, summary, [tabindex="0"]):focus-visible,
  :has(> :is(input, textarea):focus-visible) {
    outline: 2px solid ${({ theme }) => theme.colors.primary} !important;
    outline-offset: 2px;
  }

  /* BigDesign hides the words of a busy button behind its spinner from screen readers too, to whom it would have no name. */
  .bd-button > div + span {
    opacity: 0;
    visibility: visible;
  }

  /* BigDesign's placeholder is too pale to be read. */
  input::placeholder, textarea::placeholder {
    color: ${({ theme }) => theme.colors.secondary60} !important;
    opacity: 1;
  }

  /* BigDesign dims the page behind a dialog with the text color, which is light in the dark scheme. */
  [role="dialog"][aria-modal="true"] {
    background: rgb(0 0 0 / 50%) !important;
  }

  /* BigDesign draws boxes to tick, rings and tracks too pale to be seen. */
  input:is([type="checkbox"], [type="radio"]):not(:checked, [aria-invalid="true"], :disabled) + label {
    border-color: ${({ theme }) => theme.colors.secondary40};
  }

  input[role="switch"] + label {
    outline: 1px solid ${({ theme }) => theme.colors.secondary40};
  }

  /* With the corner radius of a large button, a checkbox would look like a radio button. */
  input[type="checkbox"][aria-checked] + label {
    border-radius: min(${({ theme }) => theme.borderRadius.normal}, 0.25rem);
  }

  /* The numbers inside BigDesign's circles are black in every theme. */
  svg text {
    fill: currentColor;
  }

  /* No transition at all, however short: on every element it would hand what is inherited down one level in a frame. */
  @media (prefers-reduced-motion: reduce) {
    *, *::before, *::after {
      animation: none !important;
      transition: none !important;
      scroll-behavior: auto !important;
    }
  }
`;
