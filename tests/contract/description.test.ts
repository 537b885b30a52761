import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Description, readDescription } from './description.ts';

const text = `
openapi: 3.0.0
paths:
  /pets/find:
    get: { responses: { '200': { description: ok } } }
  /pets/{id}:
    get:
      responses:
        '200': { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } }
        default: { $ref: '#/components/responses/Failed' }
    post:
      requestBody: { content: { application/json: { schema: { type: object, required: [name], properties: { name: { type: string } } } } } }
      responses: { '201': { description: made } }
components:
  responses:
    Failed: { description: no, content: { application/json: { schema: { type: object, required: [reason], properties: { reason: { type: string } } } } } }
  schemas:
    Pet:
      type: object
      additionalProperties: true
      required: [name, owner]
      properties:
        name: { type: string }
        owner: { allOf: [{ $ref: '#/components/schemas/Person' }], nullable: true }
        size: { type: string, enum: [small, large], nullable: true }
        tags: { type: object, additionalProperties: { type: string } }
        friends: { type: array, items: { $ref: '#/components/schemas/Pet' } }
    Person: { type: object, properties: { name: { type: string } } }
`;

let folder: string;
let pets: Description;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headway-description-'));
  writeFileSync(join(folder, 'pets.yaml'), text);
  pets = readDescription({ file: join(folder, 'pets.yaml'), openapi: '3.0', newerKeys: { nickname: 'younger' } });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const get = { method: 'get', template: '/pets/{id}' };

describe('a provider’s description', () => {
  it('finds the operation of an address, a fixed one before a pattern', () => {
    expect(pets.operationAt('GET', '/pets/7')).toEqual(get);
    expect(pets.operationAt('GET', '/pets/find')?.template).toBe('/pets/find');
    expect(pets.operationAt('DELETE', '/pets/7')).toBeUndefined();
    expect(pets.operationAt('GET', '/cars/7')).toBeUndefined();
  });

  it.each([
    ['all is there', { name: 'Rex', owner: { name: 'Ada' }, tags: { any: 'thing' } }],
    ['null stands where it may', { name: 'Rex', owner: null, size: null }],
    ['a younger key is known of', { name: 'Rex', owner: null, nickname: 'R' }],
  ])('lets an answer through: %s', (_what, body) => {
    expect(pets.problemsOfAnswer(get, 200, body)).toEqual([]);
  });

  it.each([
    ['a key is missing', { name: 'Rex' }, /required property 'owner'/],
    ['a type is wrong', { name: 7, owner: null }, /\/name must be string/],
    ['null stands where it may not', { name: null, owner: null }, /\/name must be string/],
    ['a word is not one of the list', { name: 'Rex', owner: null, size: 'huge' }, /\/size must be equal to one of/],
    ['a key is misspelled', { name: 'Rex', owner: { nmae: 'Ada' } }, /\/owner\/nmae is not known/],
    [
      'a key is misspelled deep in a list',
      { name: 'Rex', owner: null, friends: [{ name: 'Tom', owner: null, sise: 'small' }] },
      /\/friends\/0\/sise is not known/,
    ],
  ])('complains when %s', (_what, body, problem) => {
    expect(pets.problemsOfAnswer(get, 200, body).join()).toMatch(problem);
  });

  it('knows the bodies of refusals and of requests, and statuses that are not described', () => {
    expect(pets.problemsOfAnswer(get, 404, { reason: 'gone' })).toEqual([]);
    expect(pets.problemsOfAnswer(get, 404, {}).join()).toMatch(/reason/);
    const post = { method: 'post', template: '/pets/{id}' };
    expect(pets.problemsOfRequest(post, { name: 'Rex' })).toEqual([]);
    expect(pets.problemsOfRequest(post, {}).join()).toMatch(/name/);
    expect(pets.problemsOfAnswer(post, 200, {})).toEqual(['status 200 is not described']);
  });
});
