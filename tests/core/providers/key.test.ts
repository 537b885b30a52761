import { expect, it } from 'vitest';
import { providerKey } from '../../../server/providers/key.ts';
import { nameBasedUuid } from '../../../server/providers/nameBasedUuid.ts';

it('makes the version 5 UUID of the standard’s own example', () => {
  expect(nameBasedUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
});

it('makes a key that both providers take from one that is too long for one of them', () => {
  const readable = 'draw:3f1c8a52-5f0e-4a8e-9f57-0d1a52c9b7aa:2026-11-30:1';
  expect(readable.length).toBeGreaterThan(50);
  expect(providerKey(readable)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('makes the same key of the same name, today and after a restart, and another of another', () => {
  expect(providerKey('card:1')).toBe('ac18a6dd-ad00-50de-865c-75901486030e');
  expect(providerKey('card:2')).not.toBe(providerKey('card:1'));
});
