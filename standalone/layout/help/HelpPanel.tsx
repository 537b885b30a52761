import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { helpAnswers } from '../../../server/domain/help/helpAnswers.ts';
import { weAnswer } from '../../../server/domain/help/supportAnswer.ts';
import { FINISHED, onboardingStep } from '../../../server/domain/onboarding/onboarding.ts';
import { useProgram } from '../../brand/program.ts';
import { lastCalls } from '../../callLog.ts';
import { SidePanel } from '../../dashboard/SidePanel.tsx';
import { WayLink } from '../../dashboard/WayLink.tsx';
import { useReceiver } from '../../session/receiver.ts';

const Answers = styled.div`
  details {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  details:last-child {
    border-bottom: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  summary {
    cursor: pointer;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    padding: 0.75rem 0;
  }

  p {
    margin: 0 0 0.75rem;
    text-wrap: pretty;
  }

  a {
    color: ${({ theme }) => theme.colors.primary};
  }
`;

const Support = styled.section`
  margin-top: 1.5rem;

  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0 0 0.25rem;
  }

  p {
    margin: 0 0 0.75rem;
    text-wrap: pretty;
  }

  a {
    color: ${({ theme }) => theme.colors.primary};
    overflow-wrap: anywhere;
  }

  dl {
    display: grid;
    gap: 0 1rem;
    grid-template-columns: auto minmax(0, 1fr);
    margin: 0;
  }

  dt {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  dd {
    margin: 0;
    overflow-wrap: anywhere;
    user-select: all;
  }
`;

/** Answers what merchants ask most, and says how to reach support and what to quote. Closes when the browser leads to another page below it. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  const { receiver } = useReceiver();
  const { pathname } = useLocation();
  const [openedOn] = useState(pathname);
  useEffect(() => {
    if (pathname !== openedOn) onClose();
  }, [pathname, openedOn, onClose]);
  const hasDashboard = onboardingStep(receiver.completion) === FINISHED;
  const answers = helpAnswers(receiver).filter(({ isOfCards }) => isOfCards || receiver.abilities.includes('view_account'));
  return (
    <SidePanel title="Help" onClose={onClose}>
      <Answers>
        {answers.map(({ question, answer, page }) => (
          <details key={question} name="help">
            <summary>{question}</summary>
            <p>{answer}</p>
            {page && hasDashboard && (
              <p>
                <WayLink path={page.path} onClick={onClose}>
                  {page.label}
                </WayLink>
              </p>
            )}
          </details>
        ))}
      </Answers>
      <WriteToSupport />
    </SidePanel>
  );
}

function WriteToSupport() {
  const { name, support_email } = useProgram();
  const { token } = useReceiver().receiver;
  const [requestId] = useState(requestToQuote);
  const quoted = [`Account: ${token}`, ...(requestId === null ? [] : [`Request: ${requestId}`])];
  const letter = new URLSearchParams({ subject: `Help with ${name}`, body: `\n\n${quoted.join('\n')}` });
  // Mail programs take a plus for a plus, not for a space.
  const href = `mailto:${support_email}?${letter.toString().replaceAll('+', '%20')}`;
  return (
    <Support aria-label="Support">
      <h3>Still stuck? Write to us</h3>
      <p>
        <a href={href}>{support_email}</a>
      </p>
      <p>{weAnswer}</p>
      <p>Please quote these, so that we find what happened. Never send a card number or a password.</p>
      <dl>
        <dt>Account</dt>
        <dd>{token}</dd>
        {requestId !== null && (
          <>
            <dt>Request</dt>
            <dd>{requestId}</dd>
          </>
        )}
      </dl>
    </Support>
  );
}

/** Returns the id of the last call that failed or, without one, of the last call; null before any. */
function requestToQuote(): string | null {
  const calls = lastCalls();
  return (calls.find(({ status }) => status >= 400) ?? calls[0])?.requestId ?? null;
}
