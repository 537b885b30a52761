import Markdown from 'react-markdown';
import styled from 'styled-components';

const Text = styled.div`
  line-height: 1.6;

  h1,
  h2,
  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 1.5rem 0 0.25rem;
  }

  p,
  ul,
  ol {
    margin: 0 0 0.75rem;
  }
`;

/** The text of an agreement. The page already has its title as h1, so the text's headings begin at h2. */
export function AgreementText({ markdown }: { markdown: string }) {
  return (
    <Text>
      <Markdown components={{ h1: 'h2' }}>{markdown}</Markdown>
    </Text>
  );
}
