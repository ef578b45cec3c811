import { HearthError } from "@hearth/domain/errors";
import { toPdfProperty } from "@hearth/domain/records/record-in-pdf";
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
import { sampleRecord } from "./sample-record.ts";

const around = { "payments.network": () => network() };
const text = JSON.stringify(signedRecordFile);

function open(): RecordDocument {
  const document = readRecordDocument(text);
  if (document === null) throw new Error("The file is no record");
  return document;
}

/** Drops a file on the page. */
async function drop(content: string, name = "record.json"): Promise<void> {
  await expect.element(page.getByRole("button", { name: /Add files/ })).toBeVisible();
  const given = new DataTransfer();
  given.items.add(new File([content], name));
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

/** A PDF with this record among its properties. */
const pdfOf = (document: RecordDocument) => `%PDF-1.3\n<< /Title (Receipt) /HearthRecord (${toPdfProperty(document)}) >>`;

it("reads the record of a receipt's PDF, and draws its engraving once the chain holds the transfer", async () => {
  answers(around);
  const [transfer] = sampleRecord.record.transfers;
  const block = { hash: transfer?.blockHash, number: "0x2756e06", timestamp: "0x6ae6f180", transactions: [] };
  const word = (address = "") => `0x${address.slice(2).padStart(64, "0")}`;
  const log = {
    address: sampleRecord.record.token,
    topics: ["0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef", word(transfer?.from), word(transfer?.to)],
    data: `0x${(1_450_000_000).toString(16).padStart(64, "0")}`,
    logIndex: "0x4",
    blockHash: transfer?.blockHash,
    blockNumber: block.number,
    transactionHash: transfer?.txHash,
    transactionIndex: "0x0",
    removed: false,
  };
  const receipt = { blockHash: block.hash, blockNumber: block.number, transactionHash: transfer?.txHash, status: "0x1", logs: [log] };
  nodeAnswers({ eth_chainId: "0x14a34", eth_getTransactionReceipt: receipt, eth_getBlockByNumber: block, eth_blockNumber: "0x3000000" });
  await openPage("/verify");
  await drop(pdfOf(sampleRecord), "hearth-receipt.pdf");
  await expect.element(page.getByText("Only what this page shows is signed")).toBeVisible();
  await expect.element(page.getByText("Maya Okafor")).toBeVisible();
  expect(requestsOf(`POST ${chainUrl}`)).toEqual([]);
  expect(page.getByRole("heading", { name: "Engraving" }).query()).toBeNull();
  await page.getByLabelText("Node of the chain").fill(chainUrl);
  await page.getByRole("button", { name: "Check the transfers" }).click();
  await expect.element(page.getByText("The chain holds the transfer")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Engraving" })).toBeVisible();
});

it("refuses a PDF whose record was changed, and says so of one without a record", async () => {
  answers(around);
  await openPage("/verify");
  await drop(pdfOf({ ...sampleRecord, record: { ...sampleRecord.record, tenant: "Mara Okafor" } }), "changed.pdf");
  await expect.element(page.getByText("This file was changed after it was signed")).toBeVisible();
  await drop("%PDF-1.3\n<< /Title (Receipt) >>", "printed.pdf");
  await expect.element(page.getByText("This PDF carries no signed record")).toBeVisible();
});

it("shows a sample with a whole signature, which cannot be taken for a payment", async () => {
  answers(around);
  await openPage("/verify");
  await page.getByRole("button", { name: "Show a sample" }).click();
  await expect.element(page.getByText("This is a sample")).toBeVisible();
  await expect.element(page.getByText("Signed with the key of demonstrations")).toBeVisible();
  expect(page.getByRole("button", { name: "Check the transfers" }).query()).toBeNull();
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
  const link = page.getByRole("textbox", { name: "Or the link of the record" });
  await link.fill("https://hearth.test/lease/lse_1");
  await expect.element(page.getByText("This is not the link of a record. Copy the whole link that you were given.")).toBeVisible();
  await link.fill(`https://hearth.test/verify?record=${record}`);
  await expect.poll(() => inputsOf("records.shared")).toEqual([{ reference: record }]);
});
