import styled from 'styled-components';
import { contentId } from './Page.tsx';

const Link = styled.a`
  background: ${({ theme }) => theme.colors.white};
  left: 1rem;
  padding: 0.5rem 1rem;
  position: absolute;
  top: 0.75rem;
  z-index: ${({ theme }) => theme.zIndex.fixed + 1};

  &:not(:focus) {
    clip-path: inset(50%);
  }
`;

/** Skip-to-content link, visible on focus. */
export const SkipLink = () => <Link href={`#${contentId}`}>Skip to content</Link>;
