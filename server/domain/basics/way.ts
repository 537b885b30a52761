/** A button that leads to where something is mended. */
export interface Way {
  readonly label: string;
  /** The page below the branded site's root and below the app's `/shopify`: `/settings#bank`. */
  readonly path: string;
}

/** The words of the link that writes to support, where nobody but our team can go on. */
export const writeToSupport = 'Write to support';
