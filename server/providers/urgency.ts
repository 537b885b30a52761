import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * For what a provider is called, the most urgent first: the state of a card, an event that the provider told of, something that a
 * person waits for, and work that makes sure of everything now and then. A decision about a purchase calls nobody.
 */
export const urgencies = ['card_state', 'webhook', 'person', 'sweep'] as const;
export type Urgency = (typeof urgencies)[number];

const present = new AsyncLocalStorage<Urgency>();

/** Runs work whose calls to providers have this urgency. */
export const withUrgency = <Result>(urgency: Urgency, work: () => Result): Result => present.run(urgency, work);

/** Returns the urgency of the work under way. Outside of jobs somebody waits. */
export const currentUrgency = (): Urgency => present.getStore() ?? 'person';
