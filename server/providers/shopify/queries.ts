/**
 * The queries, sized so that none costs more than the platform's 1,000 points: an object costs 1, a list as many as it may
 * hold, a connection two more.
 */

/** How many items a page may hold. */
interface PageSizes {
  /**
   * The first page. Most readings find little that is new, and the platform wants a page's full cost to be free before it looks, so
   * that a large page waits even where it would find nothing.
   */
  readonly first: number;
  /** Each page after it. */
  readonly later: number;
}

/** With `paymentsOfPage` payments of three objects each, and two: 402 points, then 802. */
export const orderPages: PageSizes = { first: 25, later: 50 };
/** Payments of each order in a page. An order with as many may have more, and is asked for alone. */
export const paymentsOfPage = 5;
/** All payments that an order can be asked for: 751 points. */
export const paymentsOfOrder = 250;
/** A month of payouts, or more: 83 points, then 203; for disputes 123, then 303. */
export const accountPages: PageSizes = { first: 40, later: 100 };

/** Returns the size of the page after a cursor; null stands for the beginning. */
export const sizeOfPage = ({ first, later }: PageSizes, after: string | null): number => (after === null ? first : later);

export const profileQuery = 'query { shop { name createdAt myshopifyDomain } currentAppInstallation { accessScopes { handle } } }';

export const businessQuery = 'query { shop { name contactEmail billingAddress { address1 address2 city provinceCode zip countryCodeV2 phone } } }';

const payment = 'id kind status gateway amountSet { shopMoney { amount currencyCode } } createdAt test';

export const ordersQuery = `query ($first: Int!, $payments: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query) {
    nodes { legacyResourceId updatedAt transactions(first: $payments) { ${payment} } }
    pageInfo { hasNextPage endCursor }
  }
}`;

export const orderQuery = `query ($id: ID!, $payments: Int!) {
  order(id: $id) { legacyResourceId updatedAt transactions(first: $payments) { ${payment} } }
}`;

/** The export has no limit of points, and names neither pages nor how many payments. */
const exportedQuery = `{ orders { edges { node { id legacyResourceId updatedAt transactions { ${payment} } } } } }`;
export const startExportQuery = `mutation { bulkOperationRunQuery(query: """${exportedQuery}""") { bulkOperation { id } userErrors { code message } } }`;
export const exportQuery = 'query ($id: ID!) { node(id: $id) { ... on BulkOperation { status errorCode url } } }';

export const payoutsQuery = `query ($first: Int!, $after: String) {
  shopifyPaymentsAccount { payouts(first: $first, after: $after, reverse: true) {
    nodes { legacyResourceId issuedAt status net { amount currencyCode } }
    pageInfo { hasNextPage endCursor }
  } }
}`;

export const disputesQuery = `query ($first: Int!, $after: String) {
  shopifyPaymentsAccount { disputes(first: $first, after: $after, reverse: true) {
    nodes { legacyResourceId type status initiatedAt amount { amount currencyCode } order { legacyResourceId } }
    pageInfo { hasNextPage endCursor }
  } }
}`;
