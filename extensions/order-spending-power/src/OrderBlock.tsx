import * as preact from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { OrderFigures } from './OrderFigures.tsx';
import { type OrderState, readOrder } from './order.ts';
import { translate } from './translate.ts';

/** Renders the block. The admin calls this when somebody opens an order. */
export default function extension(): void {
  preact.render(<OrderBlock id={shopify.data.selected[0]?.id ?? ''} />, document.body);
}

type Shown = OrderState | { state: 'loading' } | { state: 'failed' };

/** Shows what this order adds to the merchant's spending power. */
function OrderBlock({ id }: { id: string }) {
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const load = () => {
    setShown({ state: 'loading' });
    readOrder(id).then(setShown, () => setShown({ state: 'failed' }));
  };
  useEffect(load, [id]);
  return (
    <s-admin-block heading={translate('heading')}>
      <Content shown={shown} retry={load} />
    </s-admin-block>
  );
}

function Content({ shown, retry }: { shown: Shown; retry: () => void }) {
  switch (shown.state) {
    case 'loading':
      return (
        <s-stack direction="inline" gap="small">
          <s-spinner accessibilityLabel={translate('loading')} />
          <s-text>{translate('working')}</s-text>
        </s-stack>
      );
    case 'failed':
      return (
        <s-stack gap="small">
          <s-paragraph>{translate('failed')}</s-paragraph>
          <s-button onClick={retry}>{translate('tryAgain')}</s-button>
        </s-stack>
      );
    case 'unknown_order':
      return (
        <s-stack gap="small">
          <s-paragraph>{translate('unknownOrder')}</s-paragraph>
          <s-button onClick={retry}>{translate('lookAgain')}</s-button>
        </s-stack>
      );
    case 'not_onboarded':
      return (
        <s-stack gap="small">
          <s-paragraph>{translate('notOnboarded')}</s-paragraph>
          <s-link href="app:">{translate('setUp')}</s-link>
        </s-stack>
      );
    case 'hidden':
      return <s-paragraph>{shown.text}</s-paragraph>;
    default:
      return <OrderFigures answer={shown} />;
  }
}
