import type { postCardWallet } from '../../../../server/contract/cards.ts';
import type { AnswerOf, BodyOf } from '../../../../server/contract/define.ts';

type Asked = BodyOf<typeof postCardWallet>;
type Given = AnswerOf<typeof postCardWallet>;

/** Asks the server for what a wallet's window hands on. Rejects with a CallFailure. */
export type HandOver = <Wallet extends Asked['wallet']>(request: Extract<Asked, { wallet: Wallet }>) => Promise<Extract<Given, { wallet: Wallet }>>;
