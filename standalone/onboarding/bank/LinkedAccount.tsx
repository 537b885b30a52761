import styled from 'styled-components';

const Row = styled.p`
  align-items: center;
  background: ${({ theme }) => theme.colors.secondary10};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.75rem;
  justify-content: space-between;
  margin: 0 0 1.25rem;
  padding: 0.875rem 1rem;

  span {
    color: ${({ theme }) => theme.colors.secondary60};
  }
`;

/** The name and the last digits of the linked account. */
export function LinkedAccount({ name, mask }: { name: string | null; mask: string | null }) {
  if (name === null) return null;
  return (
    <Row>
      <strong>{name}</strong>
      {mask && <span>ending in {mask}</span>}
    </Row>
  );
}
