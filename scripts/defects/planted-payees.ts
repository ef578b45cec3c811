import type { Defect } from "./defect.ts";

const page = "apps/wallet/src/payees.ts";
const pageTest = "apps/wallet/src/payees.test.ts";
const memory = "packages/domain/src/payee-memory.ts";
const memoryTest = "packages/domain/src/payee-memory.test.ts";
const wallet = "apps/web/src/features/wallet";
const check = `${wallet}/check-payees.ts`;
const checkTest = `${wallet}/check-payees.browser.test.tsx`;

/** Payments to a payee that the business's signed cards do not name. */
export const judgedPayees: Defect[] = [
  {
    name: "forgets the card that the passkey wallet paid to",
    file: page,
    find: "if (kept !== null) memory.keep(kept);",
    plant: "void kept;",
    test: pageTest,
  },
  {
    name: "judges a payee in the passkey wallet without what the device knows",
    file: page,
    find: "const known = kept === null ? null : knownPart(kept);",
    plant: "const known = null;",
    test: pageTest,
  },
  {
    name: "begins the wait of a payee's new wallet in a page that nobody saw",
    file: page,
    find: "  const hasBegun = ",
    plant: "  if (kept !== null && keep !== null) memory.keep({ ...kept, ...keep });\n  const hasBegun = ",
    test: pageTest,
  },
  {
    name: "announces no new wallet of a payee although its wait begins",
    file: page,
    find: "const announced = cards.length > card.sequence ?",
    plant: "const announced = cards.length < 0 ?",
    test: pageTest,
  },
  {
    name: "takes another business of the same name for the one that was paid",
    file: page,
    find: "...(isKnownName ?",
    plant: '...(isKnownName && name === "" ?',
    test: pageTest,
  },
  {
    name: "names every address like a business that was paid before",
    file: page,
    find: "wallet.toLowerCase() === to.toLowerCase()",
    plant: 'wallet.toLowerCase() !== ""',
    test: pageTest,
  },
  {
    name: "says nothing of an address that no paid business has",
    file: page,
    find: "notes: names.length === 0 ? [] : [note]",
    plant: "notes: note === null ? [note] : []",
    test: pageTest,
  },
  {
    name: "lets an older tab overwrite a newer card of a payee",
    file: memory,
    find: "stored.sequence > next.sequence ? stored : next",
    plant: "stored === null ? stored : next",
    test: memoryTest,
  },
  {
    name: "moves the first sighting of a payee's card to the latest",
    file: memory,
    find: "Math.min(seen, firstSeen[hash] ?? seen)",
    plant: "firstSeen[hash] ?? seen",
    test: memoryTest,
  },
  {
    name: "reads what is stored of another payee",
    file: memory,
    find: "parsed.success && parsed.data.business === business",
    plant: "parsed.success",
    test: memoryTest,
  },
  {
    name: "asks another wallet to pay an older card",
    file: check,
    find: "const known = kept === null ? null : knownPart(kept);",
    plant: "const known = null;",
    test: checkTest,
  },
  {
    name: "begins the wait of a new wallet that the payer has not read of",
    file: check,
    find: "...verdict.keep, firstSeen, business",
    plant: "...verdict.keep, business",
    test: checkTest,
  },
  {
    name: "has a wallet pay while the payee's cards cannot be read",
    file: check,
    find: "throw new Error(unreachable, { cause });",
    plant: "void cause;\n    return new Map<string, Payee | null>();",
    test: checkTest,
  },
  {
    name: "has a wallet send to an address that the payee's card does not name",
    file: `${wallet}/use-send-usdc.ts`,
    find: "isPayment ? withCheckedPayees(network, [{ to }], ask) : ask()",
    plant: "isPayment ? ask() : ask()",
    test: checkTest,
  },
  {
    name: "has another wallet sign for an address that the payee's card does not name",
    file: `${wallet}/use-wallet-signer.ts`,
    find: "    transfers.map(({ to }) => to),",
    plant: "    transfers.flatMap(() => []),",
    test: "apps/web/src/features/rent/scheduled-payments/sign-scheduled-payments.browser.test.tsx",
  },
  {
    name: "hides the payee's cards from the passkey wallet's page",
    file: "apps/web/src/lib/wagmi-passkey-provider.ts",
    find: "openings, items: shown }",
    plant: "openings, items: shown && items.slice(0, maxSignedAtOnce) }",
    test: `${wallet}/passkey/passkey-wallet.browser.test.tsx`,
  },
];
