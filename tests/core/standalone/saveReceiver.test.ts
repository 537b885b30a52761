import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallFailure } from '../../../server/browser/callFailure.ts';
import type { getReceiver, ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { type Api, createApi } from '../../../standalone/api.ts';
import { saveReceiver } from '../../../standalone/session/saveReceiver.ts';
import { signUp } from '../../support/people.ts';
import { type TestProduct, testProduct } from '../../support/product.ts';
import { leavePage, openPageOf } from './onPage.ts';

afterAll(leavePage);

let product: TestProduct;
let api: Pick<Api, 'call'>;
let synced: ReceiverAnswer | null;
let calls: string[];

beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const load = () => api.call<typeof getReceiver>('GET /api/receiver', { query: {} });

beforeEach(async () => {
  // Signing up is the test's own doing, and not the page's.
  leavePage();
  const { token } = await signUp(product);
  openPageOf(product.url);
  const present = createApi({ present: async () => token, renewed: async () => null, refused: () => undefined });
  calls = [];
  api = {
    call(name, input) {
      calls.push(name.split(' ')[0] ?? '');
      return present.call(name, input);
    },
  };
  synced = await load();
  calls = [];
});

const save = (changes: Partial<ReceiverAnswer>) =>
  saveReceiver(
    {
      api,
      lastSynced: () => synced,
      reload: async () => {
        synced = await load();
        return synced;
      },
    },
    changes,
  );

describe('saving a receiver', () => {
  it('sends what changed, and answers the saved record', async () => {
    expect(await save({ business_name: 'Corner Shop', gets_monday_email: !synced?.gets_monday_email })).toMatchObject({
      business_name: 'Corner Shop',
      gets_monday_email: !synced?.gets_monday_email,
    });
    expect(await load()).toMatchObject({ business_name: 'Corner Shop' });
  });

  it.each([[{}], [{ business_name: null }], [{ kybStatus: 'ACCEPTED' }], [{ totalOutstandingCents: 5 }]])(
    'sends nothing when no known field changed: %o',
    async (changes) => {
      expect(await save(changes)).toBeNull();
      expect(calls).toEqual([]);
    },
  );

  it('never saves before the first load', async () => {
    synced = null;
    expect(await save({ business_name: 'Corner Shop' })).toBeNull();
    expect(calls).toEqual([]);
  });

  it('is tried once more on the present record when the page’s copy was out of date', async () => {
    await product.deps.database.receiver.update({ where: { id: synced?.id ?? '' }, data: { net_terms: 45 } });
    expect(await save({ business_name: 'Corner Shop' })).toMatchObject({ business_name: 'Corner Shop', net_terms: 45 });
    expect(calls).toEqual(['PATCH', 'GET', 'PATCH']);
  });

  it('fails with the reason when the change itself is not allowed, and saves nothing', async () => {
    const failure = await save({ business_name: 'Corner Shop', admin: true }).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ status: 403, message: expect.stringContaining('admin') });
    expect(calls).toEqual(['PATCH', 'GET']);
    expect(await load()).toMatchObject({ business_name: null, admin: false });
  });
});
