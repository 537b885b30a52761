import { type ComponentType, lazy, useState } from 'react';

/** A page whose code is a file of its own, loaded when the page is first shown, or before. */
export interface LazyPage {
  /** Loads the code before the page is shown. A failure is told when the page is shown. */
  load: () => void;
  /** Returns the page itself once its code is loaded, else a component that waits for it. */
  component: () => ComponentType;
}

/** Returns the page that `load` imports. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loading: Promise<{ default: ComponentType }> | undefined;
  let loaded: ComponentType | undefined;
  const start = () => {
    loading ??= load().then((component) => {
      loaded = component;
      return { default: component };
    });
    return loading;
  };
  const waiting = lazy(start);
  return { load: () => void start().catch(() => undefined), component: () => loaded ?? waiting };
}

/**
 * Shows a lazy page. A loaded one is rendered at once, while React's own `lazy` would still put the nearest fallback in its
 * place, and keep it there for half a second.
 */
export function ShownPage({ page }: { page: LazyPage }) {
  // Chosen once: another component in the same place would lose the page's state.
  const [Component] = useState<ComponentType>(page.component);
  return <Component />;
}
