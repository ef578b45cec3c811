import { HearthError } from "@hearth/domain/errors";
import { readRecordDocument, type RecordDocument } from "@hearth/domain/records/signed-record";
import { HttpResponse } from "msw/http";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { answers, chainUrl, inputsOf, requestsOf, restAnswers } from "../../../testing/answers.ts";
import { testFormErrors } from "../../../testing/press.ts";
import { network } from "../../../testing/records.ts";
import { openPage, show } from "../../../testing/render.tsx";
import { signedRecordFile } from "../../../testing/signed-record.ts";
import { RecordChecks } from "./record-checks.tsx";

const around = { "payments.network": () => network() };
const text = JSON.stringify(signedRecordFile);

function open(): RecordDocument {
  const document = readRecordDocument(text);
  if (document === null) throw new Error("The file is no record");
  return document;
}

/** Drops a file on the page. */
async function drop(content: string): Promise<void> {
  await expect.element(page.getByRole("button", { name: /Add files/ })).toBeVisible();
  const given = new DataTransfer();
  given.items.add(new File([content], "record.json"));
  const place = page.getByRole("button", { name: /Add files/ }).element();
  place.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: given }));
}

/** Mocks a node with a result for each method. Other methods return an error. */
function nodeAnswers(results: Record<string, unknown>) {
  const answer = ({ id, method }: { id: number; method: string }) =>
    method in results ? { jsonrpc: "2.0", id, result: results[method] } : { jsonrpc: "2.0", id, error: { code: -32_000, message: "down" } };
  restAnswers({
    [`POST ${chainUrl}`]: async (request) => HttpResponse.json(answer(await request.json())),
  });
}

let taken = 0;
testFormErrors({
  label: "Nodes",
  open: () => {
    taken = 0;
    answers(around);
    restAnswers({
      [`POST ${chainUrl}`]: () => {
        taken += 1;
        return HttpResponse.json({ jsonrpc: "2.0", id: 1, result: "0x1" });
      },
    });
    return show(<RecordChecks document={open()} />);
  },
  valid: { node: chainUrl, other: "" },
  invalid: {
    "no node": {
      values: { node: "" },
      messages: { node: "Please enter the address of a node, like https://mainnet.base.org" },
    },
    "the same node twice": { values: { other: chainUrl }, messages: { other: "Please enter another node than the first" } },
  },
  acceptedCount: () => Math.min(taken, 1),
});

it("says that a file is intact, who signed it and what it says, without asking a node", async () => {
  answers(around);
  await openPage("/verify");
  await drop(text);
  await expect.element(page.getByText("Signed with the key of demonstrations")).toBeVisible();
  await expect.element(page.getByText("Maya Okafor")).toBeVisible();
  await expect.element(page.getByText("Rent for November 2026")).toBeVisible();
  expect(requestsOf(`POST ${chainUrl}`)).toEqual([]);
});

it("names the terms signed by the landlord's wallet, and their result", async () => {
  answers(around);
  const file = open();
  const [transfer] = file.record.transfers;
  const terms = {
    leaseId: "lse_1",
    from: "2026-01-01",
    saidAt: 1_790_000_000,
    startsOn: "2025-01-01",
    timeZone: "America/Chicago",
    proration: "days",
    deposit: 0,
    rent: 145_000,
    dueDay: 1,
    graceDays: 3,
    lateFeeKind: "none",
    lateFee: 0,
    lateFeeRepeats: "once",
    lateFeeCap: 0,
  } as const;
  const agreement = { terms, signer: transfer?.to ?? "0x", signature: `0x${"12".repeat(65)}`, until: "" } as const;
  nodeAnswers({ eth_chainId: "0x1" });
  await show(<RecordChecks document={{ ...file, format: "hearth-record-2", record: { ...file.record, agreements: [agreement] } }} />);
  await expect.element(page.getByText("January 2026 on")).toBeVisible();
  await expect.element(page.getByText("on the 1st")).toBeVisible();
  await page.getByLabelText("Node of the chain").fill(chainUrl);
  await page.getByRole("button", { name: "Check the transfers" }).click();
  await expect.element(page.getByText("Only a node can tell whether this wallet signed")).toBeVisible();
});

it("says that a file was changed, and checks nothing in it", async () => {
  answers(around);
  await openPage("/verify");
  await drop(text.replace("Maya Okafor", "Mara Okafor"));
  await expect.element(page.getByText("This file was changed after it was signed")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Check the transfers" })).not.toBeInTheDocument();
});

it("says that another file is no record", async () => {
  answers(around);
  await openPage("/verify");
  await drop("{}");
  await expect.element(page.getByText("This file is no rent record or signed receipt of Hearth's")).toBeVisible();
});

it("opens the record of a link, and says if the link was withdrawn", async () => {
  const gone = "This record does not exist, or its link was turned off";
  answers({ ...around, "records.shared": () => ({ fileName: "hearth-rent-record.json", document: text }) });
  await openPage(`/verify?record=${"ab".repeat(32)}`);
  await expect.element(page.getByText("Signed with the key of demonstrations")).toBeVisible();
  answers({
    "records.shared": () => {
      throw new HearthError("NOT_FOUND", { message: gone });
    },
  });
  await openPage(`/verify?record=${"cd".repeat(32)}`);
  await expect.element(page.getByText(gone)).toBeVisible();
});

it("explains a node's answers about the transfers, and can ask again", async () => {
  answers(around);
  nodeAnswers({ eth_chainId: "0x1" });
  await openPage("/verify");
  await drop(text);
  const check = page.getByRole("button", { name: "Check the transfers" });
  await check.click();
  await expect.element(page.getByText("This node belongs to another network than the record.", { exact: false })).toBeVisible();
  const block = { hash: open().record.transfers[0]?.blockHash, number: "0x3e8", timestamp: "0x0", transactions: [] };
  nodeAnswers({ eth_chainId: "0x14a34", eth_getTransactionReceipt: null, eth_blockNumber: "0x1000", eth_getBlockByNumber: block });
  await check.click();
  await expect.element(page.getByText("The chain contradicts this record")).toBeVisible();
  await expect.element(page.getByText("Not on the chain: its block never held it")).toBeVisible();
});

it("is entered and left by loading a document, because its connections are less restricted", async () => {
  answers(around);
  const loaded: string[] = [];
  const prevent = (event: NavigateEvent) => {
    loaded.push(new URL(event.destination.url).pathname);
    event.preventDefault();
  };
  window.navigation.addEventListener("navigate", prevent);
  try {
    const router = await openPage("/verify");
    await router.navigate({ to: "/login" });
    expect([router.state.location.pathname, loaded]).toEqual(["/verify", ["/login"]]);
    const elsewhere = await openPage("/login");
    await elsewhere.navigate({ to: "/verify" });
    expect([elsewhere.state.location.pathname, loaded]).toEqual(["/login", ["/login", "/verify"]]);
    await elsewhere.navigate({ to: "/register" });
    expect([elsewhere.state.location.pathname, loaded.length]).toEqual(["/register", 2]);
  } finally {
    window.navigation.removeEventListener("navigate", prevent);
  }
});

it("opens the record of a pasted link, and says what to paste instead of another one", async () => {
  const record = "a".repeat(64);
  answers({ ...around, "records.shared": () => ({ fileName: "record.json", document: text }) });
  await openPage("/verify");
  const link = page.getByRole("textbox", { name: "Link of the record" });
  await link.fill("https://hearth.test/lease/lse_1");
  await expect.element(page.getByText("This is not the link of a record. Copy the whole link that you were given.")).toBeVisible();
  await link.fill(`https://hearth.test/verify?record=${record}`);
  await expect.poll(() => inputsOf("records.shared")).toEqual([{ reference: record }]);
});
