import { readCheckout, sendFrom } from "../src/money.ts";
import { makeConsumer, makeEnrolled, makeTenant, type Person, signedIn, signedInAdmin, withWallet } from "../src/people.ts";

/** One screen in one state, and who looks at it. */
export interface Screen {
  name: string;
  path: string;
  who?: Person;
  /** Made for a popup of 500 by 700 pixels. */
  popup?: boolean;
  /** What is there once the screen has loaded, where its title alone does not tell. */
  until?: string;
}

/** Makes the people and payments the screens need, and answers all screens. It runs on the demo's data. */
export async function makeScreens(): Promise<Screen[]> {
  const maya = withWallet(await signedIn("tenant@hearth.test"));
  const [landlord, admin] = await Promise.all([signedIn("landlord@hearth.test"), signedInAdmin()]);
  const [newcomer, enrolled, payer] = await Promise.all([makeConsumer(), makeEnrolled(), makeTenant()]);
  return [
    ...publicScreens(),
    ...(await tenantScreens(maya)),
    { name: "dashboard-first", path: "/dashboard", who: newcomer },
    { name: "dashboard-enrolled", path: "/dashboard", who: enrolled },
    { name: "wallet-first", path: "/smart-wallet-setup", who: newcomer },
    ...(await paymentScreens(payer)),
    ...places("landlord", landlord, "/merchant", [
      "dashboard",
      "transactions",
      "transactions/unmatched",
      "disputes",
      "notifications",
      "settings",
    ]),
    ...places("admin", admin, "/admin", ["notifications", "settings", "audit-log", "mails"]),
    ...places("admin", admin, "/admin", [
      "dashboard",
      "transactions",
      "transactions/unmatched",
      "disputes",
      "users",
      "merchants",
      "merchants/new",
    ]),
  ];
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
  ];
}

function places(area: string, who: Person, root: string, names: readonly string[]): Screen[] {
  return names.map((name) => ({ name: `${area}-${name.replace("/", "-")}`, path: `${root}/${name}`, who }));
}

async function tenantScreens(who: Person): Promise<Screen[]> {
  const { items } = await who.client.payments.list.query({ limit: 100 });
  const dialog = (name: string, status: string): Screen[] =>
    items
      .filter(({ displayStatus }) => displayStatus === status)
      .slice(0, 1)
      .map(({ id }) => ({ name: `payment-${name}`, path: `/payment-history?payment=${id}`, who }));
  const receipt = items.find(({ status }) => status === "completed");
  return [
    { name: "dashboard", path: "/dashboard", who },
    { name: "pay-chooser", path: "/payment", who },
    { name: "pay", path: "/setup-one-time", who },
    { name: "pay-recurring", path: "/setup-recurring", who },
    { name: "fund", path: "/fund-wallet", who },
    { name: "history", path: "/payment-history", who },
    ...dialog("completed", "completed"),
    ...dialog("failed", "failed"),
    ...dialog("dispute", "inDispute"),
    ...(receipt ? [{ name: "receipt", path: `/payment-success?payment=${receipt.id}`, who }] : []),
    { name: "wallet", path: "/smart-wallet-setup", who },
    { name: "profile", path: "/profile", who },
    { name: "settings", path: "/settings", who },
    { name: "enrollment", path: "/enrollment", who },
  ];
}

/** One payment waits, one is paid, and one is more than the wallet holds. */
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
