import { readCheckout, sendFrom } from "../src/money.ts";
import { createHearthClient } from "@hearth/client/hearth-client";
import { newPerson, system } from "../src/hearth.ts";
import { makeConsumer, makeEnrolled, makeTenant, type Person, signedIn, signedInAdmin, withWallet } from "../src/people.ts";

/** A screen in one state, and the person who views it. */
export interface Screen {
  name: string;
  path: string;
  who?: Person;
  /** True for a popup of 500 by 700 pixels. */
  popup?: boolean;
}

/** Creates the people and payments that screens need, and returns the screens, grouped by person. Needs the demo's data. */
export const screensOf = {
  // First, because its checkouts are open for ten minutes
  payer: async () => paymentScreens(await makeTenant()),
  anybody: async () => publicScreens(),
  tenant: async () => tenantScreens(withWallet(await signedIn("tenant@hearth.test"))),
  newcomer: async () => {
    const [newcomer, enrolled] = await Promise.all([makeConsumer(), makeEnrolled()]);
    return [
      { name: "dashboard-first", path: "/dashboard", who: newcomer },
      { name: "dashboard-enrolled", path: "/dashboard", who: enrolled },
      { name: "wallet-first", path: "/smart-wallet-setup", who: newcomer },
    ];
  },
  landlord: async () => landlordScreens(await signedIn("landlord@hearth.test")),
  administrator: async () => adminScreens(await signedInAdmin()),
} satisfies Record<string, () => Promise<Screen[]>>;

export async function makeScreens(): Promise<Screen[]> {
  const made = await Promise.all(Object.values(screensOf).map((make): Promise<Screen[]> => make()));
  return made.flat();
}

function publicScreens(): Screen[] {
  return [
    { name: "landing", path: "/" },
    { name: "sign-in", path: "/login" },
    { name: "sign-up", path: "/register" },
    { name: "landlord-sign-in", path: "/merchant/login" },
    { name: "landlord-sign-up", path: "/merchant/register" },
    { name: "admin-sign-in", path: "/admin/login" },
    { name: "rent", path: "/rent" },
    { name: "privacy", path: "/privacy" },
    { name: "docs", path: "/docs" },
    { name: "contact", path: "/contact" },
    { name: "not-found", path: "/404" },
    ...places("public", undefined, "", [
      "about",
      "business",
      "careers",
      "forgot-password",
      "fraud-protection",
      "invitation",
      "keep-email",
      "merchants",
      "reset-password",
      "this-device",
      "resolutions",
      "security",
      "terms",
      "verify",
    ]),
    { name: "offline", path: "/offline.html" },
  ];
}

function places(area: string, who: Person | undefined, root: string, names: readonly string[]): Screen[] {
  return names.map((name) => ({ name: `${area}-${name.replaceAll(/[/?=]/g, "-")}`, path: `${root}/${name}`, ...(who && { who }) }));
}

async function landlordScreens(who: Person): Promise<Screen[]> {
  const [tenants, disputes, transactions, properties, transfers] = await Promise.all([
    who.client.rent.tenants.query({ limit: 1 }),
    who.client.disputes.listForMerchant.query({ limit: 1 }),
    who.client.merchant.transactions.query({ limit: 1, status: "completed" }),
    who.client.rent.properties.query({}),
    who.client.merchant.oddTransfers.query({ limit: 1 }),
  ]);
  const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1)).toISOString().slice(0, 7);
  const empty = properties.items.flatMap(({ units }) => units).find(({ lease }) => lease === null) ?? (await addUnit(who));
  const { url } = await who.client.requests.create.mutate({
    name: "Priya Natarajan",
    email: "priya.natarajan@mail.example",
    amount: "1450.00",
    description: "Rent for December 2026, apartment 4B",
    dueOn: "2030-12-01",
  });
  return [
    ...places("landlord", who, "/merchant", [
      "dashboard",
      "transactions",
      "transactions/unmatched",
      "disputes",
      "tenants",
      "properties",
      "rent-roll",
      `rent-roll?period=${lastMonth}`,
      `rent-roll?period=${lastMonth.slice(0, 4)}`,
      "charges",
      "requests",
      "invitations",
      "notifications",
      "settings",
      "settings?tab=wallet",
      "settings?tab=staff",
      "settings?tab=reminders",
    ]),
    ...tenants.items.map(({ _id }) => ({ name: "landlord-lease", path: `/merchant/leases/${_id}`, who })),
    ...disputes.items.map(({ _id }) => ({ name: "landlord-dispute", path: `/merchant/disputes/${_id}`, who })),
    ...transactions.items.map(({ _id }) => ({ name: "landlord-transaction", path: `/merchant/transactions?transaction=${_id}`, who })),
    ...transfers.items.map(({ _id }) => ({ name: "landlord-transfer", path: `/merchant/transactions/unmatched?transfer=${_id}`, who })),
    { name: "landlord-lease-new", path: `/merchant/leases/new?unit=${empty._id}`, who },
    { name: "bill", path: new URL(url).pathname },
  ];
}

/** Creates a unit without a lease, in a property of its own. */
async function addUnit(who: Person): Promise<{ _id: string }> {
  await who.client.rent.addProperty.mutate({ name: "Cedar House", units: ["1"] });
  const { items } = await who.client.rent.properties.query({ limit: 100 });
  const unit = items.flatMap(({ units }) => units).find(({ lease }) => lease === null);
  if (!unit) throw new Error("The new property has no unit without a lease");
  return unit;
}

/** An administrator's screens. They use the demo's own records, which have every part that a record can have. */
async function adminScreens(who: Person): Promise<Screen[]> {
  await makeLookAlike();
  const [users, merchants, disputes, transactions, leases] = await Promise.all([
    who.client.admin.users.query({ limit: 1, search: "tenant@hearth.test" }),
    who.client.admin.merchants.query({ limit: 1, search: "office@junipercourt.example" }),
    who.client.disputes.listForAdmin.query({ limit: 1 }),
    who.client.admin.transactions.query({ limit: 1 }),
    who.client.rent.leasesForAdmin.query({ limit: 1 }),
  ]);
  const placesOf = (name: string, items: readonly { _id: string }[]) =>
    items.map(({ _id }) => ({ name: `admin-${name}`, path: `/admin/${name}s/${_id}`, who }));
  return [
    ...places("admin", who, "/admin", [
      "dashboard",
      "transactions",
      "transactions/unmatched",
      "disputes",
      "users",
      "merchants",
      "merchants/new",
      "merchants/review",
      "leases",
      "alarms",
      "notifications",
      "settings",
      "audit-log",
      "mails",
    ]),
    ...placesOf("user", users.items),
    ...placesOf("merchant", merchants.items),
    ...placesOf("dispute", disputes.items),
    ...placesOf("transaction", transactions.items),
    ...placesOf("lease", leases.items),
  ];
}

/** Registers a business whose name resembles the demo's, so that one waits for review. */
async function makeLookAlike(): Promise<void> {
  const { firstName, lastName, email, password } = newPerson();
  await createHearthClient({ url: system.url }).merchant.signUp.mutate({
    name: "Juniper Court Apartrnents",
    businessType: "apartment",
    description: "Twelve apartments by the river.",
    firstName,
    lastName,
    email,
    phoneNumber: "(555) 010-0187",
    address: "4 Mill Row, Springfield, IL 62704, United States",
    password,
  });
}

async function tenantScreens(who: Person): Promise<Screen[]> {
  const { items } = await who.client.payments.list.query({ limit: 100 });
  const dialog = (name: string, status: string): Screen[] =>
    items
      .filter(({ displayStatus }) => displayStatus === status)
      .slice(0, 1)
      .map(({ id }) => ({ name: `payment-${name}`, path: `/payment-history?payment=${id}`, who }));
  const receipt = items.find(({ status }) => status === "completed");
  const leases = await who.client.rent.mine.query();
  return [
    { name: "dashboard", path: "/dashboard", who },
    { name: "pay-chooser", path: "/payment", who },
    { name: "pay", path: "/setup-one-time", who },
    { name: "pay-filled", path: "/setup-one-time?amount=1450", who },
    { name: "pay-too-much", path: "/setup-one-time?amount=9876", who },
    { name: "pay-recurring", path: "/setup-recurring", who },
    { name: "fund", path: "/fund-wallet", who },
    { name: "history", path: "/payment-history", who },
    { name: "history-no-match", path: "/payment-history?search=nothing", who },
    ...dialog("completed", "completed"),
    ...dialog("failed", "failed"),
    ...dialog("dispute", "inDispute"),
    ...(receipt ? [{ name: "receipt", path: `/payment-success?payment=${receipt.id}`, who }] : []),
    { name: "wallet", path: "/smart-wallet-setup", who },
    { name: "profile", path: "/profile", who },
    { name: "profile-password", path: "/profile?tab=password", who },
    { name: "settings", path: "/settings", who },
    { name: "enrollment", path: "/enrollment", who },
    { name: "notifications", path: "/notifications", who },
    { name: "autopay", path: "/autopay", who },
    ...leases.map(({ _id }) => ({ name: "lease", path: `/lease/${_id}`, who })),
  ];
}

/** One payment waits, one is paid, and one exceeds the wallet's balance. */
async function paymentScreens(who: Person): Promise<Screen[]> {
  const open = async (amount: string) => {
    const { checkoutURL, paymentId } = await who.client.payments.createCheckout.mutate({ amount, description: "December rent" });
    return { path: new URL(checkoutURL).pathname, url: checkoutURL, paymentId };
  };
  const waiting = await open("1450.00");
  const tooMuch = await open("9876.00");
  const paid = await open("64.20");
  const { paymentId, ...transfer } = await readCheckout(paid.url);
  await sendFrom(who.id, transfer);
  const until = async (): Promise<void> => {
    const { status } = await who.client.payments.status.query({ paymentId });
    if (status === "completed") return;
    await new Promise((resolve) => setTimeout(resolve, 500));
    await until();
  };
  await until();
  return [
    { name: "checkout", path: waiting.path, who, popup: true },
    { name: "checkout-too-little", path: tooMuch.path, who, popup: true },
    { name: "checkout-paid", path: paid.path, who, popup: true },
    { name: "checkout-stranger", path: waiting.path, popup: true },
    { name: "pending", path: `/payment-pending?payment=${waiting.paymentId}`, who },
  ];
}
