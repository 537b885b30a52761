declare const scopeBrand: unique symbol;

/**
 * Whose rows a query may touch. Every query on rows that a receiver owns takes one, so that a query for nobody, or for
 * everybody, does not compile.
 */
export interface ReceiverScope {
  readonly receiverId: string;
  readonly [scopeBrand]: true;
}

/**
 * Makes the scope of one receiver. Only two places may: the code that has established who is calling and that this
 * caller may see that receiver, and a job that works for the one receiver named in it. Anything else is handed a scope.
 */
export function receiverScope(receiverId: string): ReceiverScope {
  return { receiverId } as ReceiverScope;
}
