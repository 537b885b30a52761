import { Button, Text } from '@bigcommerce/big-design';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { addressBarQuery } from '../../server/domain/access/queryNames.ts';
import { Doorway } from './Doorway.tsx';
import { useSession } from './session.ts';

/** Said until the redirect to the hosted sign-in happens. */
export const redirectingToLogin = "Redirecting to login page, if you're not redirected, click below";

const pages = {
  '/login': { heading: 'Log in', words: redirectingToLogin, button: 'Login', link: 'login' },
  '/signup': { heading: 'Sign up', words: "Redirecting to sign-up page, if you're not redirected, click below", button: 'Sign up', link: 'signup' },
  '/forgot-password': {
    heading: 'Choose a new password',
    words: 'The login page sends you a link to choose a new password. If you are not redirected, click below.',
    button: 'Login',
    link: 'login',
  },
} as const;

type PublicPath = keyof typeof pages;

/** Decides whether a path is shown to everybody, signed in or not. */
export function isPublicPath(path: string): path is PublicPath {
  return Object.hasOwn(pages, path);
}

/** A public page that redirects to the hosted page of its kind, which returns to the root. */
export function PublicPage({ path }: { path: PublicPath }) {
  const { links } = useSession();
  const { search } = useLocation();
  const { heading, words, button, link } = pages[path];
  const url = links[link](`${window.location.origin}/${addressBarQuery(search)}`);
  useEffect(() => window.location.replace(url), [url]);
  return (
    <Doorway heading={heading} action={<Button onClick={() => window.location.assign(url)}>{button}</Button>}>
      <Text>{words}</Text>
    </Doorway>
  );
}
