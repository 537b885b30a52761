import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import styled from 'styled-components';
import { takeFocus } from '../../../server/browser/focus.ts';
import type { DrawPlanAnswer } from '../../../server/contract/drawPlan.ts';
import { secondBankTexts } from '../../../server/domain/bank/secondBank.ts';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { choiceWords, ifYouDoNothing, partToPay, shortDrawSentences } from '../../../server/domain/repayment/shortDrawRemedies.ts';
import { shortDrawTexts, shortDrawTitle } from '../../../server/domain/repayment/shortDrawWords.ts';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { BankSettingsLink } from '../BankSettingsLink.tsx';
import { Choice, Choices } from '../Choices.tsx';
import { drawPlanQuery } from '../queries.ts';
import type { PayNowOffer } from './payNow/usePayNow.tsx';
import { useArranging } from './useDrawPlan.ts';

const Panel = styled.section`
  background: ${({ theme }) => theme.colors.warning10};
  border: 1px solid ${({ theme }) => theme.colors.warning30};
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  margin-bottom: 1rem;
  padding: 1.25rem;

  h2 {
    font-size: ${({ theme }) => theme.typography.fontSize.large};
    margin: 0 0 0.5rem;
  }

  p {
    margin: 0 0 0.75rem;
    text-wrap: pretty;
  }
`;

const Done = styled(Panel)`
  background: ${({ theme }) => theme.colors.success10};
  border-color: ${({ theme }) => theme.colors.success30};

  p:last-child {
    margin: 0;
  }
`;

const Chosen = styled.div`
  border-top: 1px solid ${({ theme }) => theme.colors.warning30};
  margin-top: 1rem;
  padding-top: 1rem;
`;

const More = styled.p`
  && {
    margin: 0.75rem 0 0;
  }
`;

type ShortDrawAnswer = NonNullable<DrawPlanAnswer['short_draw']>;

/** Says what is arranged after a choice, and for the next draw that looks short what can be done. Shows nothing while none does. */
export function ShortDraw({ payNow }: { payNow: PayNowOffer }) {
  const { receiver } = useReceiver();
  const { data } = useQuery(drawPlanQuery(useApi(), receiver.token));
  const [done, setDone] = useState<DrawPlanAnswer['arrangements'] | null>(null);
  const short = data?.short_draw ?? null;
  return (
    <>
      {done && <Arranged key={done.map(({ due_date }) => due_date).join()} arrangements={done} />}
      {data && short && <Short key={short.debit_date} short={short} hasOther={data.other_bank !== null} payNow={payNow} onDone={setDone} />}
    </>
  );
}

/** The present arrangement. It takes the focus, since the button that arranged it has gone. */
function Arranged({ arrangements }: { arrangements: DrawPlanAnswer['arrangements'] }) {
  return (
    <Done ref={takeFocus} tabIndex={-1} aria-label={shortDrawTexts.arranged}>
      <h2>{shortDrawTexts.arranged}</h2>
      {arrangements.map(({ due_date, says }) => (
        <p key={due_date}>{says}</p>
      ))}
      <p>{shortDrawTexts.stays}</p>
    </Done>
  );
}

interface ShortProps {
  short: ShortDrawAnswer;
  /** Whether a second bank is linked, also one that cannot be debited now. */
  hasOther: boolean;
  payNow: PayNowOffer;
  onDone: (arranged: DrawPlanAnswer['arrangements']) => void;
}

function Short({ short, hasOther, payNow: { onPay, onPayAmount }, onDone }: ShortProps) {
  const { receiver } = useReceiver();
  const panel = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  // It loads after the page: the browser has looked for the address's part in vain.
  useEffect(() => {
    if (hash === '#short') panel.current?.scrollIntoView();
  }, [hash]);
  const [open, setOpen] = useState<'move' | 'other_bank' | null>(null);
  const isMovable = short.days.length > 0;
  const part = partToPay(short, cents(receiver.payable.most_cents));
  const pay = part === null || onPayAmount === null ? onPay : () => onPayAmount(part);
  return (
    <Panel ref={panel} id="short" aria-label={shortDrawTitle(short)}>
      <h2>{shortDrawTitle(short)}</h2>
      {[...shortDrawSentences(short), ifYouDoNothing(short)].map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <StaffNote action="pay_now">
        <ButtonRow>
          {isMovable && (
            <>
              <Button variant="secondary" aria-expanded={open === 'move'} onClick={() => setOpen('move')}>
                {shortDrawTexts.move}
              </Button>
              {short.other_bank && (
                <Button variant="secondary" aria-expanded={open === 'other_bank'} onClick={() => setOpen('other_bank')}>
                  {shortDrawTexts.otherBank}
                </Button>
              )}
            </>
          )}
          {pay && (
            <Button variant="secondary" onClick={pay}>
              {shortDrawTexts.payPart}
            </Button>
          )}
        </ButtonRow>
        {short.other_bank === null && (
          <More>
            <BankSettingsLink section="second-bank">{hasOther ? secondBankTexts.repair : secondBankTexts.link}</BankSettingsLink>
          </More>
        )}
        {open !== null && isMovable && <Arranging key={open} choice={open} short={short} onDone={onDone} onClose={() => setOpen(null)} />}
      </StaffNote>
    </Panel>
  );
}

interface ArrangingProps {
  choice: 'move' | 'other_bank';
  short: ShortDrawAnswer;
  onDone: ShortProps['onDone'];
  onClose: () => void;
}

/** A choice's effect, its days, and the button that confirms it. */
function Arranging({ choice, short, onDone, onClose }: ArrangingProps) {
  const [first = ''] = short.days;
  const [chosen, setChosen] = useState(first);
  const to = short.days.includes(chosen) ? chosen : first;
  const arranging = useArranging();

  async function confirm() {
    const { debit_date } = short;
    const outcome = await arranging.run(choice === 'other_bank' ? { choice, debit_date } : { choice, debit_date, to });
    if (outcome.ok) onDone(outcome.value.arrangements.filter(({ due_date }) => short.due_dates.includes(due_date)));
  }
  return (
    <Chosen>
      <p>{choiceWords(choice, short)}</p>
      {choice === 'move' && (
        <Choices label={shortDrawTexts.moveTo}>
          {short.days.map((day) => (
            <Choice key={day} isChosen={day === to} onChoose={() => setChosen(day)}>
              {formatDay(day)}
            </Choice>
          ))}
        </Choices>
      )}
      <Problem problem={arranging.problem} />
      <ButtonRow>
        <Button isLoading={arranging.isBusy} onClick={() => void confirm()}>
          {shortDrawTexts.confirm}
        </Button>
        <Button variant="subtle" disabled={arranging.isBusy} onClick={onClose}>
          {shortDrawTexts.cancel}
        </Button>
      </ButtonRow>
    </Chosen>
  );
}
