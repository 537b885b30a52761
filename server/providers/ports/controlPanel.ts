export interface InstallCode {
  code: string;
  /** `stores/{hash}`, as the platform sent it. */
  context: string;
  scope: string;
  /** The address of ours that was called, as registered with the platform. */
  redirectUri: string;
}

export interface StoreGrant {
  storeHash: string;
  /** Does not expire; given anew when scopes change. */
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
  /** A path of ours to open, beginning with a single slash, or null. */
  path: string | null;
  /** The token's id. The token is valid for a day, and reloading the panel sends it again. */
  tokenId: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** The store platform whose control panel opens the dashboard. */
export interface ControlPanel {
  /** Exchanges the code of an installation for access to the store. Not to be repeated: a code is good once; after `Unknown` the merchant installs again. */
  exchangeCode(code: InstallCode): Promise<StoreGrant>;

  /** Verifies and reads the `signed_payload_jwt` of load, uninstall and remove_user. Throws InvalidSignature. Whether a token may be shown twice is the caller's to decide. */
  readCall(token: string, now: Date): Promise<ControlPanelCall>;
}
