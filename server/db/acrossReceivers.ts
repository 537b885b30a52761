const planner = 'a page of receivers for a planner, by the last of the page before';
const sweep = 'a page of what a provider lists of all receivers';
const partitions = 'the job that makes partitions and drops old ones';
const staff = 'a search or list of staff';

/** The statements that name no receiver, or more than one, each by its file and function, with what it is for. */
export const acrossReceivers: Readonly<Record<string, string>> = {
  'queries/activeReceivers.ts: receiversToCompare': planner,
  'queries/activeReceivers.ts: receiversToRefresh': planner,
  'queries/alerts.ts: receiversWithDueAlerts': planner,
  'queries/allocations.ts: receiversWithoutAllocation': 'the start of a version that finds payments of the one before',
  'queries/closedBooks.ts: receiversWithoutStatement': planner,
  'queries/draws.ts: receiversToDraw': planner,
  'queries/draws.ts: receiversWithChanges': planner,
  'queries/expired.ts: deleteOldRuns': planner,
  'queries/expiringCards.ts: receiversWithExpiringCards': planner,
  'queries/openApprovals.ts: receiversWithOpenApprovals': planner,
  'queries/receiversToWrite.ts: receiversToWrite': planner,
  'queries/signIns.ts: peopleSeenSince': planner,
  'queries/staleStores.ts: nextLinks': planner,
  'queries/sums.ts: sumsOfNextReceivers': planner,
  'queries/teamMembers.ts: membersSeenSince': planner,

  'queries/cardTransactionStates.ts: cardTransactionStates': sweep,
  'queries/transferEvents.ts: ownersOfTransfers': sweep,
  'queries/transferSweep.ts: drawsOfTransfers': sweep,
  'queries/transferSweep.ts: ownersOfAccounts': sweep,

  'queries/customers.ts: findCustomersByText': staff,
  'queries/findOwner.ts: ownerOfBankHandle': staff,
  'queries/findOwner.ts: ownerOfStoreHandle': staff,
  'queries/identityClaims.ts: rivalsOf': staff,
  'queries/identityClaims.ts: sharedIdentities': staff,
  'queries/openDifferences.ts: openDifferences': staff,

  'queries/agreementVersions.ts: askForAgreement': 'once for each new version of an agreement',
  'queries/findOwner.ts: ownerOfAccountHolder': 'some events in the life of a merchant: the verification of the business',
  'queries/findReceiver.ts: receiversOfContactEmail': 'somebody asks for a link to sign in; several receivers may have one address',
  'queries/identityClaims.ts: claimsOfIdentity': 'when a business or store is claimed: who else has it',
  'queries/limitedCards.ts: controlledCards': 'a page of the cards with controls, for the rules at the issuer',
  'queries/shops.ts: setShopDisabled': 'when a shop closes or opens again: a shop may be in several programs',
  'queries/signIns.ts: endMasqueradesOf': 'when the authentication provider lets some staff in no more',
  'queries/storeOwners.ts: isConnectedElsewhere': 'when a store was refused',

  'queries/auditChain.ts: findBrokenAuditRows': 'npm run audit:verify',
  'queries/staffMembers.ts: staffMembers': 'npm run staff',
  'queries/expired.ts: deleteExpired': 'the hourly job that deletes what is over',
  'queries/partitions.ts: hasRowsFrom': partitions,
  'queries/partitions.ts: dropPartition': partitions,
  'queries/partitions.ts: runsThatStay': partitions,
  'rotate.ts: nextBatch': 'npm run secrets:rotate',
  'rotate.ts: storeSecret': 'npm run secrets:rotate',
  'rotate.ts: rehashClaims': 'npm run secrets:rotate',
};
