import { Button } from '@bigcommerce/big-design';
import { FileDownloadIcon } from '@bigcommerce/big-design-icons';
import { useSearchParams } from 'react-router-dom';
import styled from 'styled-components';
import type { CardsAnswer } from '../../../server/contract/cards.ts';
import { downloadAllCards, isFoundCard } from '../../../server/domain/card/cardList.ts';
import { cardsTexts, emptyCardListWords } from '../../../server/domain/card/cardWords.ts';
import { SearchBox } from '../../forms/SearchBox.tsx';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { Hidden } from '../../layout/Hidden.ts';
import { useReceiver } from '../../session/receiver.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { CardList } from './CardList.tsx';
import { cardsDownload } from './cardsDownload.ts';

const Tools = styled.div`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  padding: 0.5rem 0 0.75rem;

  > [role='search'] {
    flex: 1 1 10rem;
  }

  > fieldset {
    margin: 0;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

const Foot = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.75rem 0 0;
`;

/** The list of cards, searched and filtered in the page: a program allows a few dozen at most. */
export function AllCards({ data }: { data: CardsAnswer }) {
  const { receiver } = useReceiver();
  const downloads = useDownloads();
  const [query, setQuery] = useSearchParams();
  const searched = query.get('q') ?? '';
  const isClosed = query.get('status') === 'closed';
  const change = (name: string, value: string) =>
    setQuery(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true },
    );
  const ofState = data.cards.filter(({ state }) => (state === 'CLOSED') === isClosed);
  const found = ofState.filter((card) => isFoundCard(card, searched));
  return (
    <Card title={isClosed ? 'Closed cards' : 'Open cards'}>
      <Tools>
        <SearchBox label="Search cards" searched={searched} onSearch={(typed) => change('q', typed)} />
        <Choices label="Which cards">
          <Choice isChosen={!isClosed} onChoose={() => change('status', '')}>
            Open
          </Choice>
          <Choice isChosen={isClosed} onChoose={() => change('status', 'closed')}>
            Closed
          </Choice>
        </Choices>
        {receiver.abilities.includes('download_reports') && (
          <Button variant="subtle" iconLeft={<FileDownloadIcon />} onClick={() => downloads.start(cardsDownload(receiver.token))}>
            {downloadAllCards}
          </Button>
        )}
      </Tools>
      <Hidden role="status">{found.length === 1 ? '1 card' : `${found.length} cards`}</Hidden>
      {found.length > 0 ? <CardList cards={found} /> : <Nothing isSearched={searched !== ''} isClosed={isClosed} />}
      {!isClosed && data.waiting.map(({ id, name }) => <Foot key={id}>{`${name}: ${cardsTexts.waiting}`}</Foot>)}
      {data.obstacle !== null && receiver.abilities.includes('manage_cards') && <Foot>{data.obstacle}</Foot>}
    </Card>
  );
}

function Nothing({ isSearched, isClosed }: { isSearched: boolean; isClosed: boolean }) {
  const { receiver } = useReceiver();
  const isHolder = !receiver.abilities.includes('view_account');
  const { heading, text } = emptyCardListWords({ isSearched, isClosed, isHolder, closing: receiver.closing });
  return <EmptyState heading={heading}>{text}</EmptyState>;
}
