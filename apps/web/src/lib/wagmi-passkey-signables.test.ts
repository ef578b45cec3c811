import { networks } from "@hearth/chain/networks";
import { cardTypedData } from "@hearth/chain/payee-card";
import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { cancelAuthorizationTypedData, transferAuthorizationTypedData } from "@hearth/chain/usdc";
import type { PayeeCard } from "@hearth/domain/payee-card";
import type { LeaseTerms } from "@hearth/domain/rent/lease-terms";
import { type Hex, stringify, stringToHex } from "viem";
import { expect, it } from "vitest";
import { signableOf, textOf } from "./wagmi-passkey-signables.ts";

const network = networks.local;
const from = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const to = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const nonce: Hex = `0x${"ab".repeat(32)}`;
const rent = transferAuthorizationTypedData({
  network,
  from,
  to,
  usdcUnits: 1_450_000_000n,
  validAfter: 0n,
  validBefore: 1_795_000_000n,
  nonce,
});
const end = cancelAuthorizationTypedData({ network, authorizer: from, nonce });

const card: PayeeCard = {
  business: `mer_${"0".repeat(26)}`,
  name: "Harbor Homes",
  chainId: network.chainId,
  token: network.usdc.address,
  wallet: from,
  validFrom: "1795000000",
  previous: `0x${"00".repeat(32)}`,
  sequence: 1,
};
const terms: LeaseTerms = {
  leaseId: "lea_1",
  from: "2026-12-01",
  saidAt: 1_795_000_000,
  startsOn: "2026-12-01",
  timeZone: "America/New_York",
  proration: "days",
  deposit: 145_000,
  rent: 145_000,
  dueDay: 1,
  graceDays: 5,
  lateFeeKind: "fixed",
  lateFee: 5_000,
  lateFeeRepeats: "once",
  lateFeeCap: 0,
};
const signedCard = cardTypedData(card);
const signedTerms = termsTypedData(terms, network.chainId);

/** Typed data as a wallet library sends it: numbers as text. */
const sent = (data: object): unknown => JSON.parse(stringify(data));
const read = (data: object) => signableOf(sent(data), from, network);
const domainType = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];

it("hands the fields of a payment and of its cancellation to the wallet's page", () => {
  const payment = { kind: "transfer", to, usdcUnits: "1450000000", validAfter: "0", validBefore: "1795000000", nonce };
  expect(read(rent)).toEqual(payment);
  expect(read({ ...rent, types: { ...rent.types, EIP712Domain: domainType } })).toEqual(payment);
  expect(read(end)).toEqual({ kind: "cancellation", nonce });
});

it("hands the fields of a payee card and of a lease's terms to the wallet's page", () => {
  expect(read(signedCard)).toEqual({ kind: "payeeCard", card });
  expect(read(signedTerms)).toEqual({ kind: "leaseTerms", terms });
});

it.each([
  ["a card of another network", { ...signedCard, domain: { ...signedCard.domain, chainId: 1 } }],
  ["a card with another title", { ...signedCard, domain: { ...signedCard.domain, name: "Hearth" } }],
  ["a card with a field less", { ...signedCard, types: { PayeeCard: signedCard.types.PayeeCard.slice(1) } }],
  ["a lease's terms for another contract", { ...signedTerms, domain: { ...signedTerms.domain, verifyingContract: to } }],
  ["a lease's terms with an unknown late fee", { ...signedTerms, message: { ...signedTerms.message, lateFeeKind: "all" } }],
  ["another payer", { ...rent, message: { ...rent.message, from: to } }],
  ["another token", { ...rent, domain: { ...rent.domain, verifyingContract: to } }],
  ["another network", { ...rent, domain: { ...rent.domain, chainId: 1 } }],
  ["another version of the token", { ...rent, domain: { ...rent.domain, version: "1" } }],
  [
    "a salt",
    {
      ...rent,
      domain: { ...rent.domain, salt: nonce },
      types: { ...rent.types, EIP712Domain: [...domainType, { name: "salt", type: "bytes32" }] },
    },
  ],
  [
    "another type under the same name",
    { ...rent, types: { TransferWithAuthorization: [...rent.types.TransferWithAuthorization].toReversed() } },
  ],
  ["an amount that is no whole number", { ...rent, message: { ...rent.message, value: "1.5" } }],
  ["a negative amount", { ...rent, message: { ...rent.message, value: "-1" } }],
  ["a receiver that is no address", { ...rent, message: { ...rent.message, to: "0x12" } }],
  ["another act", { ...rent, primaryType: "Permit", types: { Permit: rent.types.TransferWithAuthorization } }],
  ["the cancellation of somebody else's payment", { ...end, message: { ...end.message, authorizer: to } }],
])("refuses typed data with %s", (_, data) => {
  expect(() => read(data)).toThrow("signs only what Hearth asks of it");
});

it("refuses what is no typed data", () => {
  for (const data of [null, "text", {}, []]) expect(() => signableOf(data, from, network)).toThrow("signs only what Hearth asks of it");
});

it("signs a message only if it can be shown as text", () => {
  expect(textOf(stringToHex("Prove it – 1,450 €"))).toBe("Prove it – 1,450 €");
  expect(() => textOf("0xff00fe")).toThrow("messages that can be read");
});
