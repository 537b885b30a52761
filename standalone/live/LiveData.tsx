import { onlineManager, type Query, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { CallFailure } from '../../server/browser/callFailure.ts';
import { type Change, changeKinds } from '../../server/domain/receiver/changes.ts';
import { useReceiver } from '../session/receiver.ts';
import { useApi } from '../session/session.ts';
import { LiveContext } from './live.ts';
import { Refresher } from './Refresher.ts';
import { readAgain } from './readAgain.ts';
import { SharedEvents } from './SharedEvents.ts';
import { isStaleAfter } from './staleQueries.ts';

/** How often everything is read again although nothing was told: an announcement can be lost. Not for staff, each of whose reads of a customer's account is recorded. */
const slowReadingMs = 60_000;
const everything: ReadonlySet<Change> = new Set(changeKinds);

const subscribeToNetwork = (told: () => void) => onlineManager.subscribe(told);
const isNetworkThere = () => onlineManager.isOnline();

interface LiveDataProps {
  /** The record stays as it is until the step that is shown reloads it: a change of it would leave that step. */
  isOnboarding: boolean;
  children: ReactNode;
}

/** Keeps what the page shows of the viewed receiver up to date, by the stream of its changes. */
export function LiveData({ isOnboarding, children }: LiveDataProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, loggedInReceiver, isMasquerading, reload } = useReceiver();
  const { id, token } = receiver;
  const [isLive, setIsLive] = useState(false);
  // Without a network the stream is lost; and a page that is being left asks nothing more.
  const isOnline = useSyncExternalStore(subscribeToNetwork, isNetworkThere);
  const read = useCallback(
    (changes: ReadonlySet<Change>) => {
      const isStale = ({ queryKey }: Query) => isStaleAfter(changes, queryKey, { id, token, isOnboarding });
      void readAgain(queries, isStale, changes.has('receiver'));
    },
    [queries, id, token, isOnboarding],
  );
  const latestRead = useRef(read);
  useEffect(() => {
    latestRead.current = read;
  }, [read]);

  useEffect(() => {
    if (!isOnline) return undefined;
    const refresher = new Refresher((changes) => latestRead.current(changes));
    const events = new SharedEvents({
      key: `${loggedInReceiver.id} ${id}`,
      open: (signal) =>
        api.events(isMasquerading ? { token } : {}, signal).catch((failure: unknown) => {
          // The guard learns it from the record, which is refused as well.
          if (failure instanceof CallFailure && failure.code === 'masquerade_over') void reload().catch(() => undefined);
          throw failure;
        }),
      changed: (changes) => refresher.add(changes),
      live: setIsLive,
    });
    return () => {
      events.close();
      refresher.close();
      setIsLive(false);
    };
  }, [api, id, token, loggedInReceiver.id, isMasquerading, isOnline, reload]);

  const wasOnboarding = useRef(isOnboarding);
  useEffect(() => {
    // The steps changed more than the record, and home must not show what was so before them.
    if (wasOnboarding.current && !isOnboarding) read(everything);
    wasOnboarding.current = isOnboarding;
  }, [isOnboarding, read]);

  const isSlowlyRead = isLive && !isMasquerading;
  useEffect(() => {
    if (!isSlowlyRead) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latestRead.current(everything);
    }, slowReadingMs);
    return () => clearInterval(timer);
  }, [isSlowlyRead]);
  return <LiveContext.Provider value={isLive}>{children}</LiveContext.Provider>;
}
