/**
 * The part of the Admin API's schema that the sandbox answers: which fields there are, their arguments, and the scopes that each
 * asks for. Names, arguments and scopes are the platform's.
 */

/** One field of a type. */
export interface Field {
  /** The type of the object that it returns; undefined for a scalar or an enum. */
  readonly type?: string;
  /** `sized` is a list with an argument `first`; a `connection` has edges and pages. */
  readonly many?: 'list' | 'sized' | 'connection';
  readonly arguments: readonly string[];
  /** Scopes of which one is enough. */
  readonly scopes: readonly string[];
  /** Whether the platform must have approved the app for protected customer data. */
  readonly isProtected: boolean;
  /** Whether a refusal leaves null here. Otherwise the object around it becomes null, and so on outward. */
  readonly isNullable: boolean;
}

type Options = Partial<Omit<Field, 'type' | 'many'>>;
const usual = { arguments: [], scopes: [], isProtected: false, isNullable: false };
const pages = ['first', 'last', 'after', 'before', 'reverse', 'query', 'sortKey', 'savedSearchId'];

/** Returns fields without a selection of their own, from their names. */
const plain = (names: string): Record<string, Field> => Object.fromEntries(names.split(' ').map((name) => [name, usual]));
const object = (type: string, options: Options = {}): Field => ({ ...usual, type, ...options });
const list = (type: string): Field => ({ ...usual, type, many: 'list' });
const connection = (type: string, options: Options = {}): Field => ({ ...usual, type, many: 'connection', arguments: pages, ...options });

const ofOrders: Options = { scopes: ['read_orders'], isProtected: true };
const money = object('MoneyV2');
const bag = object('MoneyBag');

export const adminSchema: Readonly<Record<string, Readonly<Record<string, Field>>>> = {
  QueryRoot: {
    shop: object('Shop'),
    orders: connection('Order', ofOrders),
    order: object('Order', { ...ofOrders, arguments: ['id'], isNullable: true }),
    currentAppInstallation: object('AppInstallation'),
    shopifyPaymentsAccount: object('ShopifyPaymentsAccount', {
      scopes: ['read_shopify_payments_accounts', 'read_shopify_payments'],
      isNullable: true,
    }),
    // The interface Node; an operation is the only node that is asked for by id here.
    node: object('BulkOperation', { arguments: ['id'], isNullable: true }),
    bulkOperation: object('BulkOperation', { arguments: ['id'], isNullable: true }),
    currentBulkOperation: object('BulkOperation', { arguments: ['type'], isNullable: true }),
  },
  Mutation: {
    bulkOperationRunQuery: object('BulkOperationRunQueryPayload', { arguments: ['query', 'groupObjects'], isNullable: true }),
    bulkOperationCancel: object('BulkOperationCancelPayload', { arguments: ['id'], isNullable: true }),
  },
  Shop: {
    ...plain('id name email contactEmail myshopifyDomain url currencyCode ianaTimezone createdAt'),
    plan: object('ShopPlan'),
    primaryDomain: object('Domain'),
    billingAddress: object('ShopAddress'),
  },
  ShopPlan: plain('displayName publicDisplayName partnerDevelopment shopifyPlus'),
  Domain: plain('id host url'),
  ShopAddress: plain('address1 address2 city province provinceCode zip countryCodeV2 phone'),
  AppInstallation: { ...plain('id'), accessScopes: list('AccessScope') },
  AccessScope: plain('handle description'),
  Order: {
    ...plain('id legacyResourceId name createdAt processedAt updatedAt cancelledAt test currencyCode displayFinancialStatus'),
    ...plain('displayFulfillmentStatus paymentGatewayNames'),
    subtotalPriceSet: bag,
    totalDiscountsSet: bag,
    totalShippingPriceSet: bag,
    totalTaxSet: bag,
    totalPriceSet: bag,
    currentTotalPriceSet: bag,
    totalReceivedSet: bag,
    totalRefundedSet: bag,
    netPaymentSet: bag,
    customer: object('Customer', { scopes: ['read_customers'], isProtected: true, isNullable: true }),
    lineItems: connection('LineItem'),
    transactions: { ...list('OrderTransaction'), many: 'sized', arguments: ['first', 'capturable', 'manuallyResolvable'] },
  },
  Customer: plain('id legacyResourceId'),
  LineItem: { ...plain('id title sku quantity'), originalTotalSet: bag },
  OrderTransaction: { ...plain('id kind status gateway createdAt processedAt test'), amountSet: bag },
  MoneyBag: { shopMoney: money, presentmentMoney: money },
  MoneyV2: plain('amount currencyCode'),
  ShopifyPaymentsAccount: {
    ...plain('id activated country defaultCurrency'),
    balance: list('MoneyV2'),
    payouts: connection('ShopifyPaymentsPayout', {
      scopes: ['read_shopify_payments_payouts', 'read_shopify_payments'],
      arguments: [...pages, 'transactionType'],
    }),
    disputes: connection('ShopifyPaymentsDispute', { scopes: ['read_shopify_payments_disputes', 'read_shopify_payments'] }),
  },
  ShopifyPaymentsPayout: { ...plain('id legacyResourceId issuedAt status transactionType'), gross: money, net: money },
  ShopifyPaymentsDispute: {
    ...plain('id legacyResourceId status type initiatedAt finalizedOn evidenceDueBy evidenceSentOn'),
    amount: money,
    reasonDetails: object('ShopifyPaymentsDisputeReasonDetails'),
    order: object('Order', { ...ofOrders, isNullable: true }),
  },
  ShopifyPaymentsDisputeReasonDetails: plain('reason networkReasonCode'),
  BulkOperation: plain('id status errorCode createdAt completedAt objectCount rootObjectCount fileSize url partialDataUrl query type'),
  BulkOperationRunQueryPayload: { bulkOperation: object('BulkOperation', { isNullable: true }), userErrors: list('BulkOperationUserError') },
  BulkOperationCancelPayload: { bulkOperation: object('BulkOperation', { isNullable: true }), userErrors: list('UserError') },
  BulkOperationUserError: plain('field message code'),
  UserError: plain('field message'),
  PageInfo: plain('hasNextPage hasPreviousPage startCursor endCursor'),
};
