/** A browser that takes push messages, as its push service describes it. */
export interface PushDevice {
  endpoint: string;
  /** The browser's public key and its secret, base64url: only the browser can read what is sent. */
  p256dh: string;
  auth: string;
}

export interface PushMessage {
  title: string;
  body: string;
  /** The page that the message opens, on the program's own site. */
  url: string;
  /** A browser shows one message of the same tag, and its push service keeps the newest of them. */
  tag: string;
  /** Whether a sleeping device is to be woken. */
  isUrgent: boolean;
}

/** Sends messages to browsers, through the push services of their makers. */
export interface PushSender {
  /** The public key with which a browser subscribes; null where push is not set up. */
  readonly publicKey: string | null;
  /** Reports whether an endpoint belongs to a known push service. No other address is ever called. */
  isKnown(endpoint: string): boolean;
  /**
   * Hands one message to the device's push service. Throws `Refused` with the code `gone` when the device does not take messages any
   * more, `Refused` for anything else that will not be taken, `Unavailable` and `Unknown`. A repeat replaces the message of the same tag.
   */
  send(device: PushDevice, message: PushMessage): Promise<void>;
}
