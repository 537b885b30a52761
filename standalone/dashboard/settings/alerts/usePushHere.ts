import { useEffect, useState } from 'react';
import type { AlertsAnswer, deletePushDevice, postPushDevice } from '../../../../server/contract/alerts.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { useShowAlerts } from './alertsQuery.ts';
import { currentSubscription, endpointHash, type PushSupport, pushSupport, subscribeHere, subscriptionBody } from './pushDevice.ts';

/** The state of push on this device, and what turns it on and off. */
export function usePushHere({ push }: Pick<AlertsAnswer, 'push'>) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const show = useShowAlerts();
  const [support, setSupport] = useState<PushSupport>(pushSupport);
  const [hash, setHash] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    let isShown = true;
    async function look() {
      const present = await currentSubscription();
      const found = present && (await endpointHash(present.endpoint));
      if (isShown) setHash(found);
    }
    // A browser that keeps its workers to itself, as in private windows, is one without push.
    look().catch(() => isShown && setSupport('unsupported'));
    return () => {
      isShown = false;
    };
  }, []);

  const turningOn = useIntent(async (key: string) => {
    setHasFailed(false);
    const subscription = await subscribeHere(key).catch(() => {
      setHasFailed(true);
      return null;
    });
    setSupport(pushSupport());
    if (!subscription) return;
    show(await api.call<typeof postPushDevice>('POST /api/users/:token/alerts/push', { params: { token }, body: subscriptionBody(subscription) }));
    setHash(await endpointHash(subscription.endpoint));
  });

  const forgetting = useIntent(async (device: string) => {
    if (push.devices.find(({ endpoint_hash }) => endpoint_hash === hash)?.id === device) {
      await (await currentSubscription())?.unsubscribe();
      setHash(null);
    }
    show(await api.call<typeof deletePushDevice>('DELETE /api/users/:token/alerts/push/:device', { params: { token, device } }));
  });

  return { support, here: push.devices.find(({ endpoint_hash }) => endpoint_hash === hash) ?? null, hasFailed, turningOn, forgetting };
}
