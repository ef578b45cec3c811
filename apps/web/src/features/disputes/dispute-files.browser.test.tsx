import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import { HttpResponse } from "msw/http";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { requestsOf, restAnswers } from "../../testing/answers.ts";
import { show } from "../../testing/render.tsx";
import { DisputeDialog } from "./dispute-dialog.tsx";

const address = "POST /api/disputes/create";
const form = page.getByRole("dialog", { name: "File a dispute" });
const names = () => form.getByRole("list", { name: "Chosen documents" }).getByRole("listitem").elements().length;
const send = () => form.getByRole("button", { name: "File dispute" }).click();

function file(name: string, bytes = 400): File {
  return new File([new Uint8Array(bytes)], name);
}

/** Builds the data transfer of a file picker or a drop. */
function transfer(files: File[]): DataTransfer {
  const given = new DataTransfer();
  for (const one of files) given.items.add(one);
  return given;
}

function choose(...files: File[]): void {
  const picker = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!picker) throw new Error("The form has no place for files");
  picker.files = transfer(files).files;
  picker.dispatchEvent(new Event("change", { bubbles: true }));
}

function drop(...files: File[]): void {
  const place = form.getByRole("button", { name: /Add files/ }).element();
  place.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer(files) }));
}

it("rejects unacceptable files one by one, and sends the remaining ones", async () => {
  const close = vi.fn<() => void>();
  await show(<DisputeDialog open onClose={close} payment={{ id: "pay_1", amount: 95, disputable: 95 }} reopening={null} />);
  await form.getByLabelText("Reason").fill("The radiator leaks");
  await form.getByLabelText("Amount").fill("20");
  choose(file("scan.pdf", limits.disputeDocumentMaxBytes + 1));
  await expect.element(form.getByText("scan.pdf is larger than 5MB")).toBeVisible();
  drop(file("run.exe"));
  await expect.element(form.getByText("run.exe is not a PDF, JPG, PNG, DOC or DOCX file")).toBeVisible();
  expect(names()).toBe(0);
  choose(...Array.from({ length: 11 }, (_, index) => file(`page-${index + 1}.pdf`)));
  await expect.element(form.getByText("Please attach at most 10 documents")).toBeVisible();
  expect(names()).toBe(10);
  await form.getByRole("button", { name: "Remove page-10.pdf" }).click();
  drop(file("notice.pdf"));
  await expect.poll(names).toBe(10);

  // Only the server checks a file's content.
  const refusal = "notice.pdf is not a PDF, JPG, PNG, DOC or DOCX file";
  restAnswers({
    [address]: () => {
      throw new HearthError("DOCUMENT_TYPE_REFUSED", { message: refusal, fields: { documents: refusal } });
    },
  });
  await send();
  await expect.element(form.getByText(`Failed to submit dispute: ${refusal}`)).toBeVisible();
  await expect.element(form.getByLabelText("Reason")).toHaveValue("The radiator leaks");
  expect(names()).toBe(10);
  expect(close).not.toHaveBeenCalled();

  await form.getByRole("button", { name: "Remove notice.pdf" }).click();
  const longest = `${"a".repeat(200)}.pdf`;
  choose(file(longest));
  await expect.poll(names).toBe(10);
  restAnswers({ [address]: () => HttpResponse.json({}, { status: 201 }) });
  await send();
  await expect.element(page.getByText("Dispute submitted successfully!")).toBeVisible();
  expect(close).toHaveBeenCalledOnce();
  const [refused, taken] = requestsOf(address);
  const sent = await taken?.formData();
  const documents = sent?.getAll("documents").map((part) => (part instanceof File ? part.name : ""));
  expect(documents).toEqual([...Array.from({ length: 9 }, (_, index) => `page-${index + 1}.pdf`), longest]);
  expect([sent?.get("reason"), sent?.get("amount"), sent?.get("paymentId")]).toEqual(["The radiator leaks", "20.00", "pay_1"]);
  // Other documents make it a different request, so it gets another idempotency key.
  const keys = [refused, taken].map((request) => request?.headers.get("idempotency-key"));
  expect(new Set(keys).size).toBe(2);
});

it("sends the same dispute again with the same key after the response was lost", async () => {
  await show(<DisputeDialog open onClose={() => undefined} payment={{ id: "pay_1", amount: 95, disputable: 95 }} reopening={null} />);
  await form.getByLabelText("Reason").fill("The radiator leaks");
  await form.getByLabelText("Amount").fill("20");
  choose(file("notice.pdf"));
  restAnswers({ [address]: () => HttpResponse.error() });
  await send();
  await expect.element(form.getByText(/^Failed to submit dispute\. We could not hear back, so this may already be done\./)).toBeVisible();
  restAnswers({ [address]: () => HttpResponse.json({}, { status: 201 }) });
  await send();
  await expect.element(page.getByText("Dispute submitted successfully!")).toBeVisible();
  const [first, second] = requestsOf(address).map((request) => request.headers.get("idempotency-key"));
  expect(first).toBeTruthy();
  expect(second).toBe(first);
});

it("asks before Escape would lose chosen documents, and keeps them if wanted", async () => {
  const close = vi.fn<() => void>();
  await show(<DisputeDialog open onClose={close} payment={{ id: "pay_1", amount: 95, disputable: 95 }} reopening={null} />);
  choose(file("notice.pdf"));
  await expect.poll(names).toBe(1);
  const question = page.getByRole("dialog", { name: "Discard what you typed?" });
  await userEvent.keyboard("{Escape}");
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(names).toBe(1);
  expect(close).not.toHaveBeenCalled();
  await form.getByRole("button", { name: "Close" }).click();
  await question.getByRole("button", { name: "Discard" }).click();
  expect(close).toHaveBeenCalledOnce();
});
