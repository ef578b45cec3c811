import type { Defect } from "./defect.ts";

const features = "apps/server/src/features";
const naming = `${features}/refunds/refund-destinations.int.test.ts`;
const claiming = `${features}/payments/claims/claims.int.test.ts`;

/** Money that is refunded to the wrong wallet, or credited to somebody who only claims it. */
export const claims: Defect[] = [
  {
    name: "sends a refund to the first wallet that sent money",
    file: `${features}/refunds/refund-destinations.service.ts`,
    find: "return { request, sources, found: refundDestination({ sources, named: request?.address ?? null }) };",
    plant: `const [first] = sources;
  const found = refundDestination({ sources, named: request?.address ?? first?.address ?? null });
  return { request, sources, found };`,
    test: naming,
  },
  {
    name: "accepts a wallet for refunds without the password",
    file: `${features}/refunds/refund-destinations.service.ts`,
    find: "const confirmedBy = await confirmOwner(deps, origin, actor, input);",
    plant: 'const confirmedBy = (await confirmOwner(deps, origin, actor, input).catch(() => null)) ?? ("password" as const);',
    test: naming,
  },
  {
    name: "returns manually attached money to the wallet that sent it",
    file: "packages/domain/src/refunds/destination.ts",
    find: "if (only === undefined || only.isExchange || !only.boundBy.some(isSignedFor))",
    plant: "if (only === undefined)",
    test: "packages/domain/src/refunds/destination.test.ts",
  },
  {
    name: "confirms a claim about one transaction with another transaction",
    file: `${features}/payments/unmatched/decide-claim.ts`,
    find: "if (transfer?.txHash.toLowerCase() !== claim.txHash)",
    plant: "if (!transfer)",
    test: claiming,
  },
  {
    name: "shows a claim to a merchant that its payer does not pay",
    file: `${features}/payments/claims/claims.repo.ts`,
    find: "and(eq(payments.id, transferClaims.paymentId), eq(payments.merchantId, transfers.merchantId))",
    plant: "eq(payments.id, transferClaims.paymentId)",
    test: claiming,
  },
];
