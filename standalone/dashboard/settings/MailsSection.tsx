import { Switch } from '@bigcommerce/big-design';
import { useId } from 'react';
import styled from 'styled-components';
import { mailsGoTo } from '../../../server/domain/mail/mailAddressWords.ts';
import { mailChoices, mailsAlwaysSent } from '../../../server/domain/mail/mailChoices.ts';
import { Problem } from '../../forms/Problem.tsx';
import { useSelfSaving } from '../../forms/useSelfSaving.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Lead, Section } from './Section.tsx';

const Choices = styled.div`
  > div + div {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }
`;

const Choice = styled.div`
  align-items: start;
  display: grid;
  gap: 0 1rem;
  grid-template-columns: minmax(0, 1fr) auto;
  padding: 0.75rem 0;

  label {
    cursor: pointer;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
    text-wrap: pretty;
  }

  /* BigDesign's knob has the color of the surface behind it; in the dark scheme only its shadow would be seen. */
  input:not(:checked) + label::before {
    background: ${({ theme }) => theme.colors.secondary50};
  }

  :has(> input:focus-visible) {
    border-radius: 0.5rem;
    outline: 2px solid ${({ theme }) => theme.colors.primary};
    outline-offset: 4px;
  }
`;

/** Lets the merchant choose mails. Each switch saves by itself, and is taken back when that fails. */
export function MailsSection() {
  const { receiver } = useReceiver();
  return (
    <Section id="mails">
      <Lead>{mailsGoTo(receiver)} Choose which of these you get.</Lead>
      <Choices>
        {mailChoices.map((choice) => (
          <MailSwitch key={choice.field} {...choice} />
        ))}
      </Choices>
      <Lead>{mailsAlwaysSent}</Lead>
    </Section>
  );
}

function MailSwitch({ field, label, text }: (typeof mailChoices)[number]) {
  const id = useId();
  const { receiver, update } = useReceiver();
  const setting = useSelfSaving(receiver[field], (isOn) => update({ [field]: isOn }));
  return (
    <Choice>
      <label htmlFor={id}>{label}</label>
      <span>
        <Switch
          id={id}
          role="switch"
          aria-describedby={`${id}-text`}
          checked={setting.value}
          disabled={!receiver.abilities.includes('update_account')}
          onChange={() => setting.choose(!setting.value)}
        />
      </span>
      <p id={`${id}-text`}>{text}</p>
      <Problem problem={setting.problem} />
    </Choice>
  );
}
