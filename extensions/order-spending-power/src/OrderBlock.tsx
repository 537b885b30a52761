import * as preact from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { OrderFigures } from './OrderFigures.tsx';
import { type OrderState, readOrder } from './order.ts';

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
    <s-admin-block heading="Spending power">
      <Content shown={shown} retry={load} />
    </s-admin-block>
  );
}

function Content({ shown, retry }: { shown: Shown; retry: () => void }) {
  switch (shown.state) {
    case 'loading':
      return (
        <s-stack direction="inline" gap="small">
          <s-spinner accessibilityLabel="Loading" />
          <s-text>Working out what this order adds…</s-text>
        </s-stack>
      );
    case 'failed':
      return (
        <s-stack gap="small">
          <s-paragraph>We could not work out what this order adds to your spending power.</s-paragraph>
          <s-button onClick={retry}>Try again</s-button>
        </s-stack>
      );
    case 'unknown_order':
      return (
        <s-stack gap="small">
          <s-paragraph>We have not read this order yet. New orders count within a few hours.</s-paragraph>
          <s-button onClick={retry}>Look again</s-button>
        </s-stack>
      );
    case 'not_onboarded':
      return (
        <s-stack gap="small">
          <s-paragraph>Your sales give you spending power once your card is set up. It takes a few minutes.</s-paragraph>
          <s-link href="app:">Set up your card</s-link>
        </s-stack>
      );
    default:
      return <OrderFigures answer={shown} />;
  }
}
