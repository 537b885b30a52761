import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { Action } from '../../server/domain/access/access.ts';
import { useReceiver } from '../session/receiver.ts';

const Plain = styled.fieldset`
  border: 0;
  margin: 0;
  min-width: 0;
  padding: 0;
`;

/** The fields of a form, disabled for a person who may not send it. */
export function FormFields({ action, children }: { action: Action; children: ReactNode }) {
  const { receiver } = useReceiver();
  return <Plain disabled={!receiver.abilities.includes(action)}>{children}</Plain>;
}
