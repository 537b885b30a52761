import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeAccounts, merchantEmail } from '../../server/start/demo/accounts.ts';
import { makeTeam } from '../../server/start/demo/team.ts';
import { signInToken } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { invite } from '../support/team.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
  await makeAccounts(product.deps, product.deps.programs.boost);
  await makeTeam(product.deps, product.deps.programs.boost);
});
afterAll(() => product.stop());

const roles = { manager: 'admin', bookkeeper: 'bookkeeper', cardholder: 'cardholder' };

const receiverOf = async (email: string) => {
  const token = await signInToken(product, 'boost', email);
  return (await product.call('/api/receiver', { token, host: product.deps.programs.boost.hosts[0] })).body;
};
const merchantRow = () => product.deps.database.receiver.findFirstOrThrow({ where: { email: merchantEmail, whitelabel: product.deps.programs.boost.key } });
const members = async () => product.deps.database.teamMember.findMany({ where: { receiver_id: (await merchantRow()).id } });

it('signs in each person of a demo merchant’s team with their role, and with no account of their own', async () => {
  const { id } = await merchantRow();
  for (const [name, role] of Object.entries(roles)) {
    const email = `${name}@demo.localhost`;
    expect(await receiverOf(email)).toMatchObject({ id, role, member: { email } });
    expect(await product.deps.database.receiver.count({ where: { email } })).toBe(0);
  }
  expect(await receiverOf(merchantEmail)).toMatchObject({ id, role: 'owner', member: null });
});

it('makes nobody twice at a later start, and leaves out whom somebody has removed', async () => {
  const first = await members();
  await product.deps.database.teamMember.updateMany({ where: { email: 'manager@demo.localhost' }, data: { removed_at: new Date() } });
  await makeTeam(product.deps, product.deps.programs.boost);
  const later = await members();
  expect(later.map(({ id }) => id).toSorted()).toEqual(first.map(({ id }) => id).toSorted());
  expect(
    later
      .filter(({ removed_at }) => removed_at === null)
      .map(({ role }) => role)
      .toSorted(),
  ).toEqual(['bookkeeper', 'cardholder']);
});

it('goes on with somebody whose invitation a stop cut off', async () => {
  const { card } = product.deps.programs;
  const email = 'bookkeeper@demo.localhost';
  await makeAccounts(product.deps, card);
  const receiver = await product.deps.database.receiver.findFirstOrThrow({ where: { email: merchantEmail, whitelabel: card.key } });
  const owner = { receiver, token: await signInToken(product, 'card', merchantEmail), host: card.hosts[0] };
  expect((await invite(product, owner, email, 'bookkeeper')).status).toBe(201);
  await makeTeam(product.deps, card);
  const rows = await product.deps.database.teamMember.findMany({ where: { receiver_id: receiver.id, email } });
  expect(rows.map(({ role, joined_at }) => [role, joined_at !== null])).toEqual([['bookkeeper', true]]);
});
