import { testWalletKey } from "@hearth/chain/test-wallet";
import { createHearthClient, type HearthClient, type Outputs } from "@hearth/client/hearth-client";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { demoPassword, newPerson, system } from "./hearth.ts";
import { fillWallet } from "./money.ts";

/** The merchant of the demo that every new tenant pays. */
export const merchantName = "Juniper Court Apartments";

/** Somebody with an account who is signed in, and their own way to the server. */
export interface Person {
  id: string;
  email: string;
  password: string;
  token: string;
  client: HearthClient;
  /** What a browser keeps of somebody who is signed in. */
  storage: Storage;
}

type Storage = { name: string; value: string }[];
type Account = Pick<Outputs["auth"]["login"], "_id" | "firstName" | "lastName" | "email" | "role" | "selectedMerchantId">;

/** Makes an account that pays nobody yet. */
export async function makeConsumer(): Promise<Person> {
  const made = newPerson();
  const { token, user } = await createHearthClient({ url: system.url }).auth.register.mutate(made);
  return person(user, token, made.password);
}

/** Makes an account that has chosen whom to pay. */
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

/** Makes an account with everything before its first payment: whom to pay, and a wallet with money in it that is proven and connected. */
export async function makeTenant(): Promise<Person> {
  const tenant = await makeEnrolled();
  await Promise.all([linkWallet(tenant), fillWallet(tenant.id)]);
  return withWallet(tenant);
}

/** Proves a person's test wallet as its owner does, and links it to the account. */
async function linkWallet({ id, client }: Person): Promise<void> {
  const wallet = privateKeyToAccount(testWalletKey(id));
  const { message } = await client.wallet.challenge.mutate({ address: wallet.address });
  await client.wallet.prove.mutate({ message, signature: await wallet.signMessage({ message }) });
}

/** A person at a browser that their test wallet is connected to. */
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

/** Signs an administrator in, whose session is one of its own. */
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

/** What a documented call shows of who makes it. */
export function headersOf({ token }: Pick<Person, "token">): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

/** Signs somebody in at a browser that nobody used before; answers them. */
export async function enterAs<Who extends Person>(browser: Page | BrowserContext, who: Who): Promise<Who> {
  const context = "context" in browser ? browser.context() : browser;
  await context.setStorageState(stateOf(who));
  return who;
}

/** A fresh browser at which the given person is signed in already, or nobody. */
export async function openBrowser(browser: Browser, who?: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: system.url, ...(who && { storageState: stateOf(who) }) });
  return context.newPage();
}

function stateOf({ storage }: Person) {
  return { cookies: [], origins: [{ origin: system.url, localStorage: storage }] };
}
