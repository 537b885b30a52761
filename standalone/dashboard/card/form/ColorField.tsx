import { useController } from 'react-hook-form';
import styled from 'styled-components';
import { cardColorKeys, cardColors } from '../../../../server/domain/card/appearance.ts';
import { Hidden } from '../../../layout/Hidden.ts';
import { Swatch } from '../Swatch.ts';

const Colors = styled.fieldset`
  border: 0;
  margin: 0;
  min-width: 0;
  padding: 0;

  legend {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin-bottom: 0.375rem;
    padding: 0;
  }

  > div {
    display: flex;
    flex-wrap: wrap;
    gap: 0.5rem;
  }

  label {
    border: 2px solid transparent;
    border-radius: 0.5rem;
    cursor: pointer;
    display: flex;
    padding: 0.1875rem;
    position: relative;
  }

  label:has(:checked) {
    border-color: ${({ theme }) => theme.colors.secondary70};
  }

  label:has(:focus-visible) {
    outline: 2px solid ${({ theme }) => theme.colors.primary};
    outline-offset: 2px;
  }

  input {
    cursor: pointer;
    height: 100%;
    inset: 0;
    margin: 0;
    opacity: 0;
    position: absolute;
    width: 100%;
  }
`;

/** The color of a card, in a form. */
export function ColorField({ name }: { name: string }) {
  const { field } = useController({ name });
  return (
    <Colors>
      <legend>Color</legend>
      <div>
        {cardColorKeys.map((color) => (
          <label key={color} title={cardColors[color]}>
            <input type="radio" name={name} value={color} checked={field.value === color} onBlur={field.onBlur} onChange={() => field.onChange(color)} />
            <Swatch $color={color} />
            <Hidden>{cardColors[color]}</Hidden>
          </label>
        ))}
      </div>
    </Colors>
  );
}
