import { testWalletKey } from "@hearth/chain/test-wallet";
import { createHearthClient, type HearthClient, type Outputs } from "@hearth/client/hearth-client";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { demoPassword, newPerson, system } from "./hearth.ts";
import { fillWallet } from "./money.ts";

/** The merchant of the demo that every new tenant pays. */
export const merchantName = "Juniper Court Apartments";

/** A signed-in person with an API client of their own. */
export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  client: HearthClient;
  /** A signed-in person's local storage. */
  storage: Storage;
}

type Storage = { name: string; value: string }[];
type Account = Pick<Outputs["auth"]["login"], "_id" | "firstName" | "lastName" | "email" | "role" | "selectedMerchantId">;

/** Creates an account without a merchant. */
export async function makeConsumer(): Promise<Person> {
  const made = newPerson();
  const { token, user } = await createHearthClient({ url: system.url }).auth.register.mutate(made);
  return person(user, token, made.password);
}

/** Creates an account that has chosen its merchant. */
export async function makeEnrolled(): Promise<Person> {
  const consumer = await makeConsumer();
  const { items } = await consumer.client.merchant.list.query({});
  const merchant = items.find(({ name }) => name === merchantName);
  if (!merchant) throw new Error(`The demo has no ${merchantName}`);
  const account = await consumer.client.auth.completeEnrollment.mutate({
    address: "12 Juniper Street, Springfield, IL 62704",
    aptNumber: "7C",
    phoneNumber: "(555) 010-0142",
    selectedMerchantId: merchant._id,
  });
  return person(account, consumer.token, consumer.password);
}

/** Creates an account that is ready for its first payment: with a merchant, and a funded, proven and connected wallet. */
export async function makeTenant(): Promise<Person> {
  const tenant = await makeEnrolled();
  await Promise.all([linkWallet(tenant), fillWallet(tenant.id)]);
  return withWallet(tenant);
}

/** Proves a person's test wallet, and links it to the account. */
async function linkWallet({ id, client }: Person): Promise<void> {
  const wallet = privateKeyToAccount(testWalletKey(id));
  const { message } = await client.wallet.challenge.mutate({ address: wallet.address });
  await client.wallet.prove.mutate({ message, signature: await wallet.signMessage({ message }) });
}

/** Returns the person with a browser to which their test wallet is connected. */
export function withWallet(owner: Person): Person {
  const connected = [
    { name: "wagmi.recentConnectorId", value: JSON.stringify("hearthTestWallet") },
    { name: "wagmi.testWallet.connectedFor", value: JSON.stringify(owner.id) },
  ];
  return { ...owner, storage: [...owner.storage, ...connected] };
}

/** Signs a consumer or a merchant in. */
export async function signedIn(email: string, password = demoPassword): Promise<Person> {
  const { token, ...account } = await createHearthClient({ url: system.url }).auth.login.mutate({ email, password });
  return person(account, token, password);
}

/** Signs an administrator in, with an admin session. */
export async function signedInAdmin(email = "admin@hearth.test", password = demoPassword): Promise<Person> {
  const { token, _id: id } = await createHearthClient({ url: system.url }).admin.login.mutate({ email, password });
  return { ...reachable(token), id, email, password, storage: [{ name: "adminToken", value: token }] };
}

function person({ _id, firstName, lastName, email, role, selectedMerchantId }: Account, token: string, password: string): Person {
  const userInfo = JSON.stringify({ _id, firstName, lastName, email, role, selectedMerchantId });
  const storage = [
    { name: "authToken", value: token },
    { name: "userInfo", value: userInfo },
  ];
  return { ...reachable(token), id: _id, email, password, storage };
}

function reachable(token: string): Pick<Person, "token" | "client"> {
  return { token, client: createHearthClient({ url: system.url, token }) };
}

/** Headers that authenticate a documented call. */
export function headersOf({ token }: Pick<Person, "token">): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Signs a person in to a new browser and returns the person. */
export async function enterAs<Who extends Person>(browser: Page | BrowserContext, who: Who): Promise<Who> {
  const context = "context" in browser ? browser.context() : browser;
  await context.setStorageState(stateOf(who));
  return who;
}

/** Opens a new browser, signed in as the given person, or signed out. */
export async function openBrowser(browser: Browser, who?: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: system.url, ...(who && { storageState: stateOf(who) }) });
  return context.newPage();
}

function stateOf({ storage }: Person) {
  return { cookies: [], origins: [{ origin: system.url, localStorage: storage }] };
}
