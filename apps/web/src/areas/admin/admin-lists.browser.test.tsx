import { limits } from "@hearth/domain/limits";
import { describe, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { type Answers, answers, inputsOf, never } from "../../testing/answers.ts";
import { itShowsEachState, longWord } from "../../testing/list-states.ts";
import { account, adminMerchant, adminTransaction, adminTransfer, adminUser, auditLine, dispute } from "../../testing/records.ts";
import type { Alarm } from "./alarms/alarm-actions.tsx";
import { onPhone, openPage, reload, signInAdmin } from "../../testing/render.tsx";

/** Answers for the admin shell and for the merchant filter above some lists. */
const around: Answers = {
  "admin.me": () => account({ role: "admin" }),
  "admin.openDisputeCount": () => 99_999,
  "admin.merchantNames": () => [{ _id: "mer_3", name: longWord(limits.businessNameMaxLength) }],
};
const place = { around, signIn: signInAdmin };

const longName = { firstName: longWord(limits.nameMaxLength), lastName: longWord(limits.nameMaxLength) };
const longEmail = `${longWord(limits.emailMaxLength - 10)}@hearth.io`;
const longPayer = { _id: "usr_3", ...longName, email: longEmail, phoneNumber: longWord(limits.phoneMaxLength) };
const longBusiness = longWord(limits.businessNameMaxLength);
const longMerchant = { _id: "mer_3", name: longBusiness, businessType: "manufacturing" as const, walletAddress: null };

const most = { count: 10_000, hasMore: true };
const counts = { all: most, pending: most, completed: most, failed: most, cancelled: most };

itShowsEachState({
  caption: "Transactions",
  ...place,
  path: "/admin/transactions",
  around: { ...around, "admin.transactionCounts": () => counts },
  give: (answer) => ({ "admin.transactions": answer }),
  requests: () => inputsOf("admin.transactions"),
  empty: "No one has paid anything yet.",
  failed: "Failed to load transactions",
  row: adminTransaction(),
  shows: ["Maya Okafor", "Juniper Court", "Completed"],
  second: adminTransaction({ _id: "pay_2" }),
  overlong: adminTransaction({ _id: "pay_3", userId: longPayer, merchantId: longMerchant, amount: 9_999_999.99, oddity: "over" }),
});

itShowsEachState({
  caption: "Disputes",
  ...place,
  path: "/admin/disputes",
  give: (answer) => ({ "disputes.listForAdmin": answer }),
  requests: () => inputsOf("disputes.listForAdmin"),
  empty: "No one has disputed a payment.",
  failed: "Failed to load disputes",
  row: dispute(),
  shows: ["Maya Okafor", "The heating was off", "Open"],
  second: dispute({ _id: "dsp_2" }),
  overlong: dispute({
    _id: "dsp_3",
    userId: longPayer,
    merchantId: longMerchant,
    amount: 9_999_999.99,
    reason: longWord(limits.reasonMaxLength),
  }),
});

const mail = {
  _id: "mai_1",
  userId: "usr_1",
  to: "maya@hearth.test",
  subject: "Your password was changed",
  status: "refused" as const,
  tries: 1,
  nextTryAt: null,
  lastError: "There is no such mailbox here",
  createdAt: "2026-11-20T09:00:00.000Z",
  sentAt: null,
  canResend: true,
  resendProblem: null,
};

itShowsEachState({
  caption: "Emails",
  ...place,
  path: "/admin/mails",
  give: (answer) => ({ "admin.mails": answer === never ? never : () => ({ ...answer(), isConfigured: true }) }),
  requests: () => inputsOf("admin.mails"),
  empty: "No email has been written yet.",
  failed: "Failed to load the emails",
  row: mail,
  shows: ["Your password was changed", "maya@hearth.test", "Refused"],
  second: { ...mail, _id: "mai_2" },
  overlong: { ...mail, _id: "mai_3", to: longEmail, subject: longWord(300), lastError: longWord(300) },
});

it("resends a refused mail, and says if no mail server is configured", async () => {
  answers({
    ...around,
    "admin.mails": () => ({ items: [mail], nextCursor: null, isConfigured: false }),
    "admin.resendMail": () => ({ ...mail, status: "waiting", canResend: false }),
  });
  signInAdmin();
  await openPage("/admin/mails");
  await expect.element(page.getByText("No mail server is configured")).toBeVisible();
  await page.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => inputsOf("admin.resendMail")).toEqual([{ mailId: "mai_1" }]);
});

const alarm = {
  _id: "alm_1",
  key: "relayer-gas",
  message: "The relayer is short of gas",
  advice: "Send ETH to the relayer's account.",
  raisedAt: "2026-11-20T09:00:00.000Z",
  clearedAt: null,
  acknowledged: null,
  silencedUntil: null,
};
const acknowledged = { by: `${longName.firstName} ${longName.lastName}`, at: "2026-11-20T09:05:00.000Z" };

itShowsEachState({
  caption: "Alarms",
  ...place,
  path: "/admin/alarms",
  give: (answer) => ({ "admin.alarms": answer }),
  requests: () => inputsOf("admin.alarms"),
  empty: "No active alarms.",
  failed: "Failed to load the alarms",
  row: alarm,
  shows: ["The relayer is short of gas", "Send ETH to the relayer's account.", "No one has taken it on"],
  second: { ...alarm, _id: "alm_2" },
  overlong: {
    ...alarm,
    _id: "alm_3",
    message: longWord(300),
    advice: longWord(300),
    acknowledged,
    silencedUntil: "2026-11-21T09:00:00.000Z",
  },
});

describe("an alarm", () => {
  const isSilenced = page.getByRole("button", { name: "End silence: The relayer is short of gas" });
  const isNotSilenced = page.getByRole("button", { name: "Silence: The relayer is short of gas", exact: true });
  const isTaken = page.getByRole("button", { name: "Give back: The relayer is short of gas" });
  const isNotTaken = page.getByRole("button", { name: "Acknowledge: The relayer is short of gas" });
  const undo = page.getByRole("button", { name: "Undo" });

  async function openAlarms() {
    let currentAlarm: Alarm = alarm;
    const answer = (change: Partial<Alarm>) => () => (currentAlarm = { ...currentAlarm, ...change });
    answers({
      ...around,
      "admin.alarms": () => ({ items: [currentAlarm], nextCursor: null }),
      "admin.acknowledgeAlarm": answer({ acknowledged }),
      "admin.releaseAlarm": answer({ acknowledged: null }),
      "admin.silenceAlarm": answer({ silencedUntil: "2026-11-20T17:00:00.000Z" }),
      "admin.endSilence": answer({ silencedUntil: null }),
    });
    signInAdmin();
    await openPage("/admin/alarms");
  }

  it("is acknowledged and released by its button and by the toast's", async () => {
    await openAlarms();
    await isNotTaken.click();
    await undo.click();
    await isNotTaken.click();
    await isTaken.click();
    await expect.element(isNotTaken).toBeVisible();
    expect(inputsOf("admin.acknowledgeAlarm")).toEqual([{ alarmId: "alm_1" }, { alarmId: "alm_1" }]);
    expect(inputsOf("admin.releaseAlarm")).toEqual([{ alarmId: "alm_1" }, { alarmId: "alm_1" }]);
  });

  it("is silenced and unsilenced by its button and by the toast's", async () => {
    await openAlarms();
    await isNotSilenced.click();
    await page.getByRole("menuitem", { name: "Silence for eight hours" }).click();
    await undo.click();
    await isNotSilenced.click();
    await page.getByRole("menuitem", { name: "Silence for eight hours" }).click();
    await isSilenced.click();
    await expect.element(isNotSilenced).toBeVisible();
    expect(inputsOf("admin.silenceAlarm")).toEqual([
      { alarmId: "alm_1", hours: 8 },
      { alarmId: "alm_1", hours: 8 },
    ]);
    expect(inputsOf("admin.endSilence")).toEqual([{ alarmId: "alm_1" }, { alarmId: "alm_1" }]);
  });
});

itShowsEachState({
  caption: "Merchants",
  ...place,
  path: "/admin/merchants",
  give: (answer) => ({ "admin.merchants": answer }),
  requests: () => inputsOf("admin.merchants"),
  empty: "There is no merchant yet.",
  failed: "Failed to load merchants",
  row: adminMerchant(),
  shows: ["Juniper Court", "Forty homes", "Active"],
  second: adminMerchant({ _id: "mer_2" }),
  overlong: adminMerchant({
    ...longMerchant,
    description: longWord(limits.businessDescriptionMaxLength),
    contactName: longWord(limits.nameMaxLength),
    email: longEmail,
    transactionCount: 99_999_999,
  }),
});

const anyLease = {
  _id: "lse_1",
  merchant: { _id: "mer_1", name: "Juniper Court" },
  property: "Juniper Court",
  unit: "4B",
  tenants: ["Maya Okafor"],
  startsOn: "2026-01-01",
  endsOn: null,
  owed: 1_450,
  autopay: true,
};

itShowsEachState({
  caption: "Leases",
  ...place,
  path: "/admin/leases",
  give: (answer) => ({ "rent.leasesForAdmin": answer }),
  requests: () => inputsOf("rent.leasesForAdmin"),
  empty: "There is no lease yet.",
  failed: "Failed to load leases",
  row: anyLease,
  shows: ["Juniper Court 4B", "Maya Okafor", "$1,450.00"],
  second: { ...anyLease, _id: "lse_2" },
  overlong: {
    ...anyLease,
    _id: "lse_3",
    merchant: { _id: "mer_3", name: longBusiness },
    property: longWord(limits.nameMaxLength),
    unit: longWord(limits.nameMaxLength),
    tenants: [longWord(limits.nameMaxLength), longWord(limits.nameMaxLength)],
    owed: 9_999_999.99,
  },
});

itShowsEachState({
  caption: "Users",
  ...place,
  path: "/admin/users",
  give: (answer) => ({ "admin.users": answer }),
  requests: () => inputsOf("admin.users"),
  empty: "There is no user yet.",
  failed: "Failed to load users",
  row: adminUser(),
  shows: ["Maya Okafor", "maya@hearth.test", "Active"],
  second: adminUser({ _id: "usr_2" }),
  overlong: adminUser({ ...longPayer, merchantName: longBusiness, status: "suspended" }),
});

itShowsEachState({
  caption: "Unmatched money",
  ...place,
  path: "/admin/transactions/unmatched",
  give: (answer) => ({ "admin.transfers": answer }),
  // A query with one row counts the open ones.
  requests: () => inputsOf("admin.transfers").filter(({ limit }) => limit !== 1),
  empty: "No money to review. All of it is matched to a payment.",
  failed: "Failed to load transactions",
  row: adminTransfer(),
  shows: ["Juniper Court", "Without a reference", "900.00"],
  second: adminTransfer({ _id: "trf_2" }),
  overlong: adminTransfer({
    _id: "trf_3",
    merchant: longMerchant,
    usdc: "9999999999.999999",
    suggestion: {
      _id: "pay_3",
      payer: longWord(2 * limits.nameMaxLength),
      aptNumber: longWord(limits.apartmentMaxLength),
      description: longWord(limits.descriptionMaxLength),
      amount: 9_999_999.99,
      status: "pending",
      createdAt: "2026-03-02T12:00:00.000Z",
      isLikely: true,
      short: null,
      outcome: { kind: "exact", by: 0 },
    },
  }),
});

itShowsEachState({
  caption: "Audit log",
  ...place,
  path: "/admin/audit-log",
  give: (answer) => ({ "admin.auditLog": answer }),
  requests: () => inputsOf("admin.auditLog"),
  empty: "Nothing has happened yet.",
  failed: "Failed to load the audit log",
  row: auditLine(),
  shows: ["Ada Lang", "Maya Okafor", "Details"],
  second: auditLine({ _id: "aud_2" }),
  overlong: auditLine({
    _id: "aud_3",
    action: "wallet.claimDisplaced",
    actor: { _id: "usr_3", name: longWord(2 * limits.nameMaxLength), email: longEmail },
    subject: `0x${"a".repeat(40)}`,
    ip: "2001:0db8:85a3:0000:0000:8a2e:0370:7334",
    data: { name: { from: longBusiness, to: longWord(limits.businessNameMaxLength) }, reason: longWord(limits.reasonMaxLength) },
  }),
});

it("shows each transaction's day in the zone of its business, and names the zone with its time", async () => {
  const late = { createdAt: "2026-11-27T06:30:00.000Z" };
  const harbor = { ...adminTransaction().merchantId, name: "Harbor" };
  const items = [
    adminTransaction({ ...late, timeZone: "America/Los_Angeles", merchantId: harbor }),
    adminTransaction({ ...late, _id: "pay_2", timeZone: "America/New_York" }),
  ];
  answers({ ...around, "admin.transactionCounts": () => counts, "admin.transactions": () => ({ items, nextCursor: null }) });
  signInAdmin();
  await openPage("/admin/transactions");
  const times = page.getByRole("table").getByRole("time");
  await expect.element(times.nth(0)).toHaveTextContent("Nov 26, 2026");
  await expect.element(times.nth(0)).toHaveAttribute("title", "Nov 26, 2026, 10:30:00 PM PST");
  await expect.element(times.nth(1)).toHaveTextContent("Nov 27, 2026");
  await expect.element(times.nth(1)).toHaveAttribute("title", "Nov 27, 2026, 1:30:00 AM EST");
});

it("shows the unit in a card, as the column head does in a table", async () => {
  answers({ ...around, "admin.transfers": () => ({ items: [adminTransfer()], nextCursor: null, openCount: 1 }) });
  signInAdmin();
  await openPage("/admin/transactions/unmatched");
  const unit = page.getByText("USDC", { exact: true });
  await expect.element(unit).not.toBeVisible();
  await onPhone();
  await expect.element(unit).toBeVisible();
});

it("says in the audit log who did what for which home, links people and homes, and folds the stored data", async () => {
  const names = [
    { name: "Maya Okafor", page: { kind: "user" as const, _id: "usr_1" } },
    { name: "Juniper Court 4B", page: { kind: "lease" as const, _id: "lse_1" } },
  ];
  const line = auditLine({
    action: "autopay.signed",
    actor: { _id: "usr_1", name: "Maya Okafor", email: "maya@hearth.test" },
    subject: "chq_1",
    data: { lease: "lse_1", cents: 145_000, dueOn: "2027-03-01" },
    mentions: [{ _id: "chq_1", amountCents: 145_000, period: "2027-03-01", names }],
  });
  answers({ ...around, "admin.auditLog": () => ({ items: [line], nextCursor: null }) });
  signInAdmin();
  await openPage("/admin/audit-log");
  const row = page.getByRole("row").nth(1);
  await expect.element(row.getByText(/signed autopay for Mar 2027, \$1,450\.00/)).toBeVisible();
  await expect.element(row.getByRole("link", { name: "Maya Okafor" })).toHaveAttribute("href", "/admin/users/usr_1");
  await expect.element(row.getByRole("link", { name: "Juniper Court 4B" })).toHaveAttribute("href", "/admin/leases/lse_1");
  await expect.element(row.getByText("chq_1")).not.toBeVisible();
  await row.getByText("Details").click();
  await expect.element(row.getByText("chq_1")).toBeVisible();
  await expect.element(row.getByText("maya@hearth.test")).toBeVisible();
});

it("searches the audit log by person and action, also after a reload, and exports the results", async () => {
  const expected = { search: "admin@hearth.test", action: "admin.signedIn" };
  const csv = "Date (America/New_York),Action,By\r\n2026-03-02 07:00,admin.signedIn,admin@hearth.test\r\n";
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return "#";
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  answers({
    ...around,
    "admin.auditLog": ({ search }) => ({
      items: search === "no one at all" ? [] : [auditLine({ action: "admin.signedIn", data: {} })],
      nextCursor: null,
    }),
    "admin.exportAuditLog": () => ({ fileName: "audit-log.csv", csv }),
  });
  signInAdmin();
  const before = await openPage("/admin/audit-log");
  const search = page.getByLabelText("Search");
  const found = page.getByRole("table", { name: "Audit log" }).getByText(/signed in as an administrator/);
  await search.fill("admin@hearth.test");
  await page.getByLabelText("What").selectOptions("Admin signed in");
  await expect.poll(() => before.state.location.search).toEqual(expected);
  await expect.poll(() => inputsOf("admin.auditLog").at(-1)).toMatchObject(expected);
  await expect.element(found).toBeVisible();
  await reload(before);
  await expect.element(search).toHaveValue("admin@hearth.test");
  await expect.element(found).toBeVisible();
  expect(inputsOf("admin.auditLog").at(-1)).toMatchObject(expected);
  await page.getByRole("button", { name: "Export CSV" }).click();
  await expect.poll(() => click.mock.contexts).toEqual([expect.objectContaining({ download: "audit-log.csv" })]);
  expect(await saved[0]?.text()).toBe(csv);
  expect(inputsOf("admin.exportAuditLog")).toEqual([expected]);
  await search.fill("no one at all");
  await expect.element(page.getByText("Nothing in the log matches this filter.")).toBeVisible();
});

it("marks only one entry of the menu as the current page, and no link to a parent page", async () => {
  answers({ ...around, "admin.transfers": () => ({ items: [adminTransfer()], nextCursor: null, openCount: 1 }) });
  signInAdmin();
  await openPage("/admin/transactions/unmatched");
  await expect.element(page.getByRole("heading", { name: "Unmatched money" })).toBeVisible();
  const current = [...document.querySelectorAll("a[aria-current]")].map((link) => link.textContent);
  expect(current).toEqual(["Unmatched money"]);
});

it("shows the term and the merchant of a lease on one line, and whole", async () => {
  await page.viewport(1280, 860);
  const leased = { ...anyLease, property: "Juniper Terrace", merchant: { _id: "mer_1", name: "Juniper Court Apartments" } };
  answers({ ...around, "rent.leasesForAdmin": () => ({ items: [leased], nextCursor: null, isCut: false }) });
  signInAdmin();
  await openPage("/admin/leases");
  const row = page.getByRole("row", { name: /Juniper Terrace 4B/ });
  await expect.element(row).toBeVisible();
  expect(row.element().getBoundingClientRect().height).toBeLessThan(58);
  const cut = [...row.element().querySelectorAll("td")].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
  expect(cut.map(({ textContent }) => textContent)).toEqual([]);
});
