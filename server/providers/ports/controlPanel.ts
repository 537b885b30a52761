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
  user: { id: string; email: string };
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

/** The store platform whose control panel opens the dashboard. */
export interface ControlPanel {
  /** Exchanges an installation's code for store access. Must not be repeated: a code works once; after `Unknown` the merchant must install again. */
  exchangeCode(code: InstallCode): Promise<StoreGrant>;

  /** Verifies and reads the `signed_payload_jwt` of load, uninstall and remove_user. Throws InvalidSignature. The caller decides about repeated use. */
  readCall(token: string, now: Date): Promise<ControlPanelCall>;
}
