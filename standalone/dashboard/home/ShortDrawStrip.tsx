import { WarningIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { shortDrawLine, shortDrawTexts, shortDrawTitle } from '../../../server/domain/repayment/shortDrawWords.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { drawPlanQuery } from '../queries.ts';
import { WayLink } from '../WayLink.tsx';
import { Strip } from './Strip.tsx';

/** Says that the bank account looks short for the next draw, with the way to what can be done. Shows nothing while it does not. */
export function ShortDrawStrip() {
  const { receiver } = useReceiver();
  const { data } = useQuery(drawPlanQuery(useApi(), receiver.token));
  if (!data?.short_draw) return null;
  return (
    <Strip
      tone="warning"
      label="The next draw"
      icon={<WarningIcon color="warning50" />}
      title={shortDrawTitle(data.short_draw)}
      text={shortDrawLine(data.short_draw)}
    >
      <WayLink path="/payments#short">{shortDrawTexts.look}</WayLink>
    </Strip>
  );
}
