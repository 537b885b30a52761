import { ErrorIcon } from '@bigcommerce/big-design-icons';
import { Link, useLocation } from 'react-router-dom';
import styled from 'styled-components';
import type { CardDetail } from '../../../../server/contract/cards.ts';
import { formatShortDate } from '../../../../server/domain/basics/dateFormats.ts';
import { lossTexts, updateMerchants } from '../../../../server/domain/card/lossWords.ts';
import { Card } from '../../../layout/Card.tsx';
import { Strip } from '../../home/Strip.tsx';
import { pageQuery } from '../../pageQuery.ts';

const Box = styled.div`
  margin-bottom: 1rem;
`;

const List = styled.ul`
  columns: 16rem 3;
  list-style: none;
  margin: 0.5rem 0 0;
  padding: 0;

  li {
    break-inside: avoid;
    padding: 0.25rem 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: inherit;
  }
`;

/** The card that took this one's place, or the merchants that still have the number of the one before it. */
export function Replaced({ card }: { card: CardDetail }) {
  const search = pageQuery(useLocation().search);
  return (
    <>
      {card.successor !== null && (
        <Strip
          tone="warning"
          label="Replaced card"
          icon={<ErrorIcon color="warning" />}
          title={card.loss === 'stolen' ? 'Reported stolen' : card.loss === 'lost' ? 'Reported lost' : 'Replaced'}
          text="Another card took its place."
        >
          <Link to={{ pathname: `/cards/${card.successor}`, search }}>{lossTexts.openNew}</Link>
        </Strip>
      )}
      {card.merchants_to_update.length > 0 && (
        <Box>
          <Card title={updateMerchants(card.merchants_to_update.length)}>
            {lossTexts.storedNumbers}
            <List>
              {card.merchants_to_update.map(({ merchant, times, last_at }) => (
                <li key={merchant}>
                  {merchant}
                  <small>
                    {times} times, last {formatShortDate(new Date(last_at), 'local')}
                  </small>
                </li>
              ))}
            </List>
          </Card>
        </Box>
      )}
    </>
  );
}
