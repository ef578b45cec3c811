import type { BusinessType } from "@hearth/domain/merchants/business-types";

/** The way a payer's money reaches the chain: signed for the relayer, sent with the reference in its calldata, or sent without one. */
export type PayingMethod = "authorization" | "calldata" | "wallet";

/** A merchant of the demo with its owner. */
export interface DemoMerchant {
  key: string;
  name: string;
  businessType: BusinessType;
  owner: { email: string; firstName: string; lastName: string };
  email: string;
  phoneNumber: string;
  address: string;
  description: string;
  /** True if it has a payout wallet. */
  isPaid: boolean;
  joinedMonthsAgo: number;
}

/** A payer of the demo. */
export interface DemoConsumer {
  key: string;
  email: string;
  firstName: string;
  lastName: string;
  merchant: string;
  aptNumber: string | null;
  /** The current monthly rent; it was lower in the first of the two years. Null for consumers without rent. */
  rentCents: number | null;
  /** The first and last day of the month on which the rent is paid. */
  rentDays: [number, number];
  /** Late rents: months back from now, and the day of that month on which it arrived. */
  lateRents: Record<number, number>;
  /** Other monthly bills. */
  bills: ("utilities" | "laundry" | "parking" | "storage" | "internet")[];
  method: PayingMethod;
  paymentType: "one-time" | "recurring";
  hasWallet: boolean;
  joinedDaysAgo: number;
  /** Days since they moved out; null if they still live there. */
  leftDaysAgo: number | null;
}

export const demoMerchants: DemoMerchant[] = [
  {
    key: "juniper",
    name: "Juniper Court Apartments",
    businessType: "apartment",
    owner: { email: "landlord@hearth.test", firstName: "Helen", lastName: "Whitaker" },
    email: "office@junipercourt.example",
    phoneNumber: "(401) 555-0142",
    address: "2140 Juniper Court, Providence, RI 02906, United States",
    description: "Twenty-two apartments around a courtyard, run by the family that built them.",
    isPaid: true,
    joinedMonthsAgo: 26,
  },
  {
    key: "cedar",
    name: "Cedar Valley Water & Power",
    businessType: "service_provider",
    owner: { email: "utility@hearth.test", firstName: "Grace", lastName: "Lindqvist" },
    email: "billing@cedarvalley.example",
    phoneNumber: "(401) 555-0167",
    address: "88 Mill Road, Cranston, RI 02910, United States",
    description: "Electricity, water and internet for the valley's four towns.",
    isPaid: true,
    joinedMonthsAgo: 25,
  },
  {
    key: "harborview",
    name: "Harborview Lofts",
    businessType: "real_estate",
    owner: { email: "harborview@hearth.test", firstName: "Omar", lastName: "Haddad" },
    email: "hello@harborviewlofts.example",
    phoneNumber: "(401) 555-0119",
    address: "5 Wharf Street, Newport, RI 02840, United States",
    description: "Lofts in the old sail works, new on Hearth.",
    isPaid: false,
    joinedMonthsAgo: 1,
  },
];

const tenant = {
  merchant: "juniper",
  rentDays: [1, 4],
  lateRents: {},
  bills: ["utilities"],
  method: "authorization",
  paymentType: "one-time",
  hasWallet: true,
  joinedDaysAgo: 735,
  leftDaysAgo: null,
} satisfies Partial<DemoConsumer>;

const customer = { ...tenant, merchant: "cedar", aptNumber: null, rentCents: null } satisfies Partial<DemoConsumer>;

export const demoConsumers: DemoConsumer[] = [
  {
    ...tenant,
    ...named("maya", "Maya", "Okafor"),
    joinedDaysAgo: 757,
    email: "tenant@hearth.test",
    aptNumber: "4B",
    rentCents: 145_000,
    rentDays: [1, 1], // rent due on the 1st is late on the 2nd, and her rent record should look good
    lateRents: { 8: 3, 17: 2 },
    bills: ["utilities", "laundry"],
  },
  {
    ...tenant,
    ...named("daniel", "Daniel", "Reyes"),
    joinedDaysAgo: 748,
    aptNumber: "2A",
    rentCents: 145_000,
    bills: ["utilities", "storage"],
  },
  { ...tenant, ...named("priya", "Priya", "Natarajan"), joinedDaysAgo: 741, aptNumber: "3C", rentCents: 138_500, method: "calldata" },
  {
    ...tenant,
    ...named("ingrid", "Ingrid", "Solberg"),
    joinedDaysAgo: 753,
    aptNumber: "5D",
    rentCents: 162_000,
    rentDays: [6, 12],
    bills: ["parking"],
  },
  {
    ...tenant,
    ...named("tomas", "Tomás", "Herrera"),
    joinedDaysAgo: 762,
    aptNumber: "1B",
    rentCents: 129_500,
    rentDays: [3, 9],
    bills: ["laundry"],
  },
  {
    ...tenant,
    ...named("walter", "Walter", "Kim"),
    joinedDaysAgo: 744,
    aptNumber: "2D",
    rentCents: 151_000,
    bills: ["parking", "utilities"],
    method: "wallet",
  },
  { ...tenant, ...named("amara", "Amara", "Diallo"), aptNumber: "4A", rentCents: 142_500, rentDays: [1, 3], joinedDaysAgo: 560 },
  { ...tenant, ...named("hana", "Hana", "Sato"), aptNumber: "3A", rentCents: 148_000, bills: ["storage"], joinedDaysAgo: 210 },
  { ...tenant, ...named("joseph", "Joseph", "Begay"), aptNumber: "5A", rentCents: 155_000, joinedDaysAgo: 40 },
  { ...tenant, ...named("noor", "Noor", "Rahman"), aptNumber: "1D", rentCents: 133_500, hasWallet: false, joinedDaysAgo: 3 },
  {
    ...tenant,
    ...named("marcus", "Marcus", "Bell"),
    joinedDaysAgo: 759,
    aptNumber: "1D",
    rentCents: 131_000,
    rentDays: [5, 11],
    leftDaysAgo: 9,
  },
  { ...customer, ...named("samuel", "Samuel", "Adeyemi"), joinedDaysAgo: 738, bills: ["utilities", "internet"], paymentType: "recurring" },
  { ...customer, ...named("elif", "Elif", "Yılmaz"), bills: ["utilities"], method: "calldata", joinedDaysAgo: 400 },
  { ...customer, ...named("chloe", "Chloe", "Martin"), merchant: "harborview", aptNumber: "12", hasWallet: false, joinedDaysAgo: 12 },
];

function named(key: string, firstName: string, lastName: string) {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replaceAll("ı", "i")
      .normalize("NFD")
      .replaceAll(/[^a-z]/g, "");
  return { key, firstName, lastName, email: `${plain(firstName)}.${plain(lastName)}@mail.example` };
}
