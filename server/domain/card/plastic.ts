import { isOnItsWay } from './card.ts';

/** The physical card on its way to its holder, as far as the issuer tells. */

/** The known facts about a card's plastic. Instants are ISO 8601 in UTC. */
export interface Plastic {
  /** When the issuer was asked to make it; null for a card that was not ordered here. */
  readonly ordered_at: string | null;
  readonly mailed_at: string | null;
  /** The issuer's name for the way in which it is mailed, such as `USPS with tracking`. */
  readonly shipping_method: string | null;
  readonly tracking_number: string | null;
  readonly activated_at: string | null;
  /** Whether it was ordered again with the same number, for damaged plastic or before the old one expires. */
  readonly is_again: boolean;
}

export interface PlasticStep {
  readonly label: 'Ordered' | 'Being made' | 'Mailed' | 'On its way' | 'Activated';
  readonly progress: 'done' | 'current' | 'ahead';
  /** When it was done; null when that is not known, and before it is done. */
  readonly at: string | null;
}

const labels = ['Ordered', 'Being made', 'Mailed', 'On its way', 'Activated'] as const;

/** The position of the current step: the number of labels for a card whose plastic is in use. */
function positionOf(state: string, { mailed_at }: Plastic): number {
  if (!isOnItsWay(state)) return labels.length;
  if (mailed_at !== null) return labels.indexOf('On its way');
  // The issuer sends its orders to the card factory once a day; from then on the card waits for its activation.
  return state === 'PENDING_ACTIVATION' ? labels.indexOf('Being made') : labels.indexOf('Ordered');
}

/** The issuer tells of new plastic for a card in use when it is mailed, and nothing more: the number works all the time. */
function stepsAgain({ mailed_at }: Plastic): PlasticStep[] {
  const isMailed = mailed_at !== null;
  return [
    { label: 'Ordered', progress: isMailed ? 'done' : 'current', at: null },
    { label: 'Mailed', progress: isMailed ? 'done' : 'ahead', at: mailed_at },
  ];
}

/** Returns the steps of a physical card from its order to its activation; of new plastic for a card in use, until it is mailed. */
export function plasticSteps(state: string, plastic: Plastic): PlasticStep[] {
  if (plastic.is_again && !isOnItsWay(state)) return stepsAgain(plastic);
  const position = positionOf(state, plastic);
  const instants: Partial<Record<PlasticStep['label'], string | null>> = {
    Ordered: plastic.ordered_at,
    Mailed: plastic.mailed_at,
    Activated: plastic.activated_at,
  };
  return labels.map((label, index) => {
    const isReached = index < position || (index === position && label === 'Ordered');
    const progress = index < position ? 'done' : index === position ? 'current' : 'ahead';
    return { label, progress, at: isReached ? (instants[label] ?? null) : null };
  });
}

/** Decides whether the page that follows the parcel belongs to a step. */
export function isFollowed({ label, progress }: PlasticStep, { is_again }: Pick<Plastic, 'is_again'>): boolean {
  return (label === 'On its way' && progress === 'current') || (label === 'Mailed' && progress === 'done' && is_again);
}

/** Said of a card that is on its way without a number by which it could be followed. */
export const untrackedText = 'It was mailed without a tracking number. Letters take seven to ten business days.';

/** The field for the activation of a card that has arrived. */
export const activationLabel = 'Last four digits on the plastic';

/** Says what the activation does. */
export function activationHint(isOnHold: boolean): string {
  return `When the card is in your hands, activate it to use it in stores.${isOnHold ? ' This also ends the pause.' : ''}`;
}

/** The carriers' pages that follow a parcel, by the first word of the issuer's shipping method. */
const trackingPages: Readonly<Record<string, string>> = {
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
};

/** Returns the address of the carrier's page that follows the card; null without a number, or with a carrier that has no known page. */
export function trackingAddress({ shipping_method, tracking_number }: Pick<Plastic, 'shipping_method' | 'tracking_number'>): string | null {
  const [carrier = ''] = (shipping_method ?? '').split(' ');
  const page = Object.hasOwn(trackingPages, carrier) ? trackingPages[carrier] : undefined;
  return page === undefined || tracking_number === null ? null : page + encodeURIComponent(tracking_number);
}
