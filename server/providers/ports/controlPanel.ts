import type { ShopPage } from './shopPlatform.ts';

export interface InstallCode {
  code: string;
  /** `stores/{hash}`, as the platform sent it. */
  context: string;
  scope: string;
  /** Our address that the platform called, as registered with it. */
  redirectUri: string;
}

export interface StoreGrant {
  storeHash: string;
  /** Does not expire; replaced when scopes change. */
  accessToken: string;
  scope: string;
  /** The person who installed the app: the owner, or a user whom the owner lets do so. */
  user: { id: string; email: string };
  owner: { id: string; email: string };
}

/** The control panel's call when it opens, removes or revokes the app: the user and the store. */
export interface ControlPanelCall {
  storeHash: string;
  user: { id: string; email: string };
  owner: { id: string; email: string };
  isOwner: boolean;
  /** The path to open on our site, beginning with a single slash, or null. */
  path: string | null;
  /** The token's id. The token is valid for a day, and reloading the panel sends it again. */
  tokenId: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** A page of a store's orders, by their last change. */
export interface PanelPage extends ShopPage {
  /** The orders on it; the items are all that we know about them. */
  orderIds: string[];
  /** How long to wait before the next page, in ms, so that the store's other apps have requests left; 0 while many are. */
  pauseMs: number;
}

/** A store of the platform, and our access to it. */
export interface PanelAccess {
  storeHash: string;
  accessToken: string;
}

/** The store platform whose control panel opens the dashboard. */
export interface ControlPanel {
  /** Exchanges an installation's code for store access. Must not be repeated: a code works once; after `Unknown` the merchant must install again. */
  exchangeCode(code: InstallCode): Promise<StoreGrant>;

  /**
   * Signs a payload that opens the dashboard, as the control panel's `load` does. The platform makes none for the frame in
   * which the app was just installed; there it vouches for the user by the installation's code.
   */
  signLoad(grant: Pick<StoreGrant, 'storeHash' | 'user' | 'owner'>, now: Date): Promise<string>;

  /** Returns the store's name and its address. Needs the scope for the store's information. */
  readStore(access: PanelAccess): Promise<{ name: string; domain: string }>;

  /**
   * Returns a page of the money that moved by the orders that changed since an instant. `Refused` with the status 401 says
   * that the store has ended the access, with 403 that the scope is missing; `Unavailable` tells how long to wait, where the
   * store's quota is used up.
   */
  listOrders(access: PanelAccess, since: Date, after: string | null): Promise<PanelPage>;

  /** Verifies and reads the `signed_payload_jwt` of load, uninstall and remove_user. Throws InvalidSignature. The caller decides about repeated use. */
  readCall(token: string, now: Date): Promise<ControlPanelCall>;
}
