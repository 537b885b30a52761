declare const scopeBrand: unique symbol;

/**
 * The receiver whose rows a query may touch. Every query on rows that a receiver owns takes a scope, so that a query
 * for no receiver, or for all, does not compile.
 */
export interface ReceiverScope {
  readonly receiverId: string;
  readonly [scopeBrand]: true;
}

/**
 * Makes the scope of one receiver. Only two kinds of code may: the code that has established the caller and that this
 * caller may see that receiver, and a job for the one receiver it names. All other code receives a scope.
 */
export function receiverScope(receiverId: string): ReceiverScope {
  return { receiverId } as ReceiverScope;
}
