import { describe, expect, it } from 'vitest';
import { missingWays } from '../../../server/domain/alerts/alertWords.ts';

const whole = { push: { key: 'key', devices: [{}] }, slack: {}, may_manage_slack: true };

describe('a way that cannot be chosen', () => {
  it('is none where all are set up', () => {
    expect(missingWays(whole)).toEqual([]);
  });

  it.each([
    [{ push: { key: null, devices: [] } }, 'push', 'Push is not offered here yet.', null],
    [{ push: { key: 'key', devices: [] } }, 'push', 'To choose push, turn it on for a device first.', 'Turn it on below'],
    [{ slack: null }, 'slack', 'To choose Slack, connect it first.', 'Connect it below'],
    [{ slack: null, may_manage_slack: false }, 'slack', 'The owner and admins connect Slack and choose what is posted there.', null],
    [{ may_manage_slack: false }, 'slack', 'The owner and admins connect Slack and choose what is posted there.', null],
  ])('with %j, %s says why and leads to where it is set up', (different, channel, reason, link) => {
    expect(missingWays({ ...whole, ...different })).toEqual([{ channel, reason, link }]);
  });
});
