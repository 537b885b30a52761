import { css } from 'styled-components';
import type { PublicProgram } from '../../server/programs/public.ts';

export type DoorLayout = PublicProgram['door'];

/** How each brand's arrangement of the door differs from the plain one, in which the art is a strip above the words. */
export const doorLayouts: Readonly<Record<DoorLayout, ReturnType<typeof css>>> = {
  /** The art fills the other half. */
  beside: css`
    @media (min-width: 900px) {
      grid-template: 1fr / minmax(28rem, 5fr) 6fr;

      > div {
        order: 1;
      }
    }
  `,
  /** The art fills the page, and the words are a panel in its corner. */
  across: css`
    align-content: end;
    grid-template: 1fr / 1fr;

    > * {
      grid-area: 1 / 1;
    }

    > main {
      align-self: end;
      background: ${({ theme }) => theme.palette.canvas};
      border-radius: ${({ theme }) => theme.borderRadius.normal};
      gap: 2rem;
      margin: 12rem 1rem 1rem;
      max-width: 32rem;
    }

    @media (min-width: 900px) {
      > main {
        margin: 3rem;
        padding: 3rem;
      }
    }
  `,
  /** The words alone, in the middle, below a line of the brand's accent: so little of the art would look broken off. */
  alone: css`
    grid-template-rows: 0.5rem 1fr;

    > div {
      background: ${({ theme }) => theme.palette.accent};
    }

    > main {
      justify-items: center;
      text-align: center;
    }
  `,
  /** The words above, the art a wide strip at the foot of the page. */
  below: css`
    grid-template-rows: auto minmax(12rem, 1fr);

    > div {
      background-position: 85% 12%;
      order: 1;
    }

    @media (min-width: 900px) {
      > main {
        padding-bottom: 1.5rem;
      }
    }
  `,
  /** The words on a sheet, with the art around it. */
  around: css`
    grid-template: 1fr / 1fr;

    > * {
      grid-area: 1 / 1;
    }

    > div {
      background-position: right;
    }

    > main {
      align-self: center;
      background: ${({ theme }) => theme.colors.white};
      border-radius: ${({ theme }) => theme.borderRadius.normal};
      box-shadow: 0 0 0 4px ${({ theme }) => theme.colors.white}, 0 0 0 6px ${({ theme }) => theme.palette.accent};
      justify-self: center;
      margin: 2rem 1.5rem;
      max-width: 34rem;
    }

    @media (min-width: 900px) {
      > main {
        padding: 3.5rem 4rem;
      }
    }
  `,
};
