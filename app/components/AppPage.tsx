import { useLocation, useNavigate } from '@remix-run/react';
import { TitleBar } from '@shopify/app-bridge-react';
import { Box, Page } from '@shopify/polaris';
import { type ReactNode, useEffect } from 'react';

export interface PageAction {
  label: string;
  /** The page of the app that it opens. */
  path: string;
  isPrimary?: boolean;
}

interface AppPageProps {
  title: string;
  /** The home page has no way back to itself. */
  isHome?: boolean;
  /** The page that it belongs to, where that is not home. */
  back?: Pick<PageAction, 'label' | 'path'>;
  /** The actions in the admin's title bar, the most useful first. */
  actions?: readonly PageAction[];
  narrowWidth?: boolean;
  children: ReactNode;
}

/**
 * A page of the app: the admin's own title bar has its title, the way back and its actions, and the page itself the title for those who do not see that
 * bar. A button of the bar names its path, so that a press before the app lives counts too (`app/earlyNavigation.ts`).
 */
export function AppPage({ title, isHome = false, back = home, actions = [], narrowWidth = false, children }: AppPageProps) {
  const navigate = useNavigate();
  const { hash } = useLocation();
  // The router opens pages without going to the part that an address names.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  return (
    <>
      <TitleBar title={title}>
        {!isHome && (
          <button type="button" variant="breadcrumb" data-path={back.path} onClick={() => navigate(back.path)}>
            {back.label}
          </button>
        )}
        {actions.map(({ label, path, isPrimary = false }) => (
          <button key={label} type="button" data-path={path} {...(isPrimary && { variant: 'primary' as const })} onClick={() => navigate(path)}>
            {label}
          </button>
        ))}
      </TitleBar>
      <Page title={title} titleHidden narrowWidth={narrowWidth}>
        {/* The admin's title bar ends where the frame begins, and cards go from edge to edge on a phone only. */}
        <Box paddingBlockStart={{ xs: '0', sm: '400' }} paddingBlockEnd="800">
          {children}
        </Box>
      </Page>
    </>
  );
}

const home = { label: 'Home', path: '/shopify' };
