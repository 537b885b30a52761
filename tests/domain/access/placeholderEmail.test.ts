import { describe, expect, it } from 'vitest';
import { isPlaceholderEmail, placeholderEmail } from '../../../server/domain/access/placeholderEmail.ts';

const program = { hosts: ['card.example.com', 'www.card.example.com'] } as const;

describe('a placeholder address', () => {
  it('lies below the program’s own host, in letters that an address may have', () => {
    const owner = { platform: 'jwt', externalId: 'acme:Person 7/8' } as const;
    expect(placeholderEmail(owner, program)).toBe('acme-person-7-8@jwt.card.example.com');
    expect(placeholderEmail({ platform: 'shopify', externalId: 'x'.repeat(90) }, program)).toBe(`${'x'.repeat(60)}@shopify.card.example.com`);
  });

  it('is told from one that somebody reads', () => {
    expect(isPlaceholderEmail('shop.myshopify.com@shopify.card.example.com', program)).toBe(true);
    for (const read of ['owner@card.example.com', 'owner@shopify.com', 'owner@shopify.www.card.example.com'])
      expect([read, isPlaceholderEmail(read, program)]).toEqual([read, false]);
  });
});
