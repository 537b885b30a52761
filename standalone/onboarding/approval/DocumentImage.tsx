import { useId } from 'react';
import styled from 'styled-components';
import { documentTexts } from '../../../server/domain/onboarding/stepTexts.ts';

const Drop = styled.label`
  align-items: center;
  background: ${({ theme }) => theme.colors.white};
  border: 1px dashed ${({ theme }) => theme.colors.secondary40};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  cursor: pointer;
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  justify-content: space-between;
  margin-bottom: 0.75rem;
  padding: 1rem;

  &:hover {
    border-color: ${({ theme }) => theme.colors.primary};
  }

  &:focus-within {
    outline: 2px solid ${({ theme }) => theme.colors.primary};
    outline-offset: 2px;
  }

  input {
    clip-path: inset(50%);
    height: 1px;
    position: absolute;
    width: 1px;
  }

  em {
    color: ${({ theme }) => theme.colors.primary};
    font-style: normal;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    overflow-wrap: anywhere;
  }
`;

interface DocumentImageProps {
  label: string;
  file: File | null;
  onChoose: (file: File) => void;
}

/** A field for one file of a document, chosen from the device or taken by its camera. */
export function DocumentImage({ label, file, onChoose }: DocumentImageProps) {
  const id = useId();
  return (
    <Drop htmlFor={id}>
      <span>{label}</span>
      <em>{file ? file.name : documentTexts.choose}</em>
      <input
        id={id}
        type="file"
        accept={documentTexts.accept}
        onChange={({ target }) => {
          const [chosen] = target.files ?? [];
          if (chosen) onChoose(chosen);
        }}
      />
    </Drop>
  );
}
