import { documentMediaTypes, type DocumentType } from "@hearth/domain/disputes/documents";
import { parsePublicId } from "@hearth/domain/ids";
import {
  bodyFields,
  filterInput,
  nextCursorHeader,
  pageInput,
  type RequestParts,
  type RestAnswer,
  type RestRow,
  row,
  searchInput,
} from "../wire.ts";

const idInput = ({ params }: RequestParts) => params;
const changeInput = (parts: RequestParts) => ({ ...bodyFields(parts), ...parts.params });
const listInput = (parts: RequestParts) => ({ ...filterInput(parts), ...pageInput(parts) });
const adminInput = (parts: RequestParts) => {
  const { merchantId, userId, search, order } = parts.query;
  const filters = Object.entries({ merchantId, userId, search, order }).filter(([, value]) => value !== undefined && value !== "");
  return { ...listInput(parts), ...Object.fromEntries(filters) };
};
const listAnswer = ({ items, nextCursor }: { items: unknown[]; nextCursor: string | null }): RestAnswer => {
  return { ...nextCursorHeader(nextCursor), body: items };
};
const filedAnswer = (dispute: unknown): RestAnswer => ({ status: 201, body: { dispute } });

/** The documented calls about disputes. A path shared by payers, merchants and administrators has a row for each token kind. */
export const disputeRoutes: RestRow[] = [
  row({
    method: "POST",
    path: "/api/disputes/create",
    takes: "form",
    procedure: "disputes.file",
    summary: "Files a dispute about one of the account's own payments, with documents",
    refuses: ["NOT_FOUND", "DISPUTE_ALREADY_OPEN", "DISPUTE_NOT_ALLOWED", "DISPUTE_AMOUNT_TOO_LARGE"],
    repeatable: true,
    answer: filedAnswer,
  }),
  row({
    method: "POST",
    path: "/api/disputes/create",
    procedure: "disputes.fileForPayer",
    summary: "Files a dispute on behalf of a payer",
    refuses: ["NOT_FOUND", "DISPUTE_ALREADY_OPEN", "DISPUTE_NOT_ALLOWED", "DISPUTE_AMOUNT_TOO_LARGE"],
    repeatable: true,
    answer: filedAnswer,
  }),
  row({
    method: "GET",
    path: "/api/disputes/my-disputes",
    procedure: "disputes.list",
    summary: "Lists the account's own disputes, newest first",
    input: listInput,
    answer: listAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/disputes/{disputeId}/cancel",
    procedure: "disputes.cancel",
    summary: "Cancels one of the account's open disputes",
    refuses: ["DISPUTE_NOT_OPEN"],
    repeatable: true,
    input: idInput,
  }),
  row({
    method: "PUT",
    path: "/api/disputes/{disputeId}/reopen",
    procedure: "disputes.reopen",
    summary: "Reopens one of the account's cancelled disputes",
    refuses: ["DISPUTE_ALREADY_OPEN", "DISPUTE_NOT_CANCELLED", "DISPUTE_NOT_ALLOWED", "DISPUTE_AMOUNT_TOO_LARGE"],
    repeatable: true,
    input: idInput,
  }),
  row({
    method: "PUT",
    path: "/api/disputes/{disputeId}/update",
    takes: "form",
    procedure: "disputes.update",
    summary: "Updates one of the account's open disputes, and adds documents",
    refuses: ["DISPUTE_NOT_OPEN", "DISPUTE_AMOUNT_TOO_LARGE"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "GET",
    path: "/api/disputes/{disputeId}",
    procedure: "disputes.get",
    summary: "Returns a dispute, for its payer or its merchant",
    input: idInput,
  }),
  row({
    method: "GET",
    path: "/api/disputes/{disputeId}",
    procedure: "disputes.getForAdmin",
    summary: "Returns a dispute, for administrators",
    input: idInput,
  }),
  row({
    method: "POST",
    path: "/api/disputes/{disputeId}/comments",
    procedure: "disputes.comment",
    summary: "Adds a comment to an open dispute, as its payer or its merchant",
    refuses: ["FORBIDDEN", "DISPUTE_NOT_OPEN"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "POST",
    path: "/api/disputes/{disputeId}/comments",
    procedure: "disputes.commentForAdmin",
    summary: "Adds a comment to an open dispute, as an administrator",
    refuses: ["DISPUTE_NOT_OPEN"],
    repeatable: true,
    input: changeInput,
  }),
  row({
    method: "GET",
    path: "/api/disputes/{disputeId}/documents/{documentId}",
    procedure: "disputes.document",
    summary: "Downloads a document, as the payer or the merchant",
    input: idInput,
    answer: documentAnswer,
  }),
  row({
    method: "GET",
    path: "/api/disputes/{disputeId}/documents/{documentId}",
    procedure: "disputes.documentForAdmin",
    summary: "Downloads a document, as an administrator",
    input: idInput,
    answer: documentAnswer,
  }),
  row({
    method: "PUT",
    path: "/api/disputes/{disputeId}/close",
    procedure: "disputes.close",
    summary: "Closes an open dispute with a decision",
    refuses: ["DISPUTE_NOT_OPEN", "CHARGEBACK_TOO_LARGE"],
    repeatable: true,
    input: changeInput,
  }),
  ...["/api/disputes/admin", "/api/admin/disputes"].map((path) =>
    row({
      method: "GET",
      path,
      procedure: "disputes.listForAdmin",
      summary: "Lists all disputes, newest first by default; filters narrow the list",
      input: adminInput,
      answer: listAnswer,
    }),
  ),
  row({
    method: "GET",
    path: "/api/admin/disputes/{disputeId}",
    procedure: "disputes.getForAdmin",
    summary: "Returns a dispute, for administrators",
    input: idInput,
  }),
  row({
    method: "GET",
    path: "/api/merchant-dashboard/disputes",
    procedure: "disputes.listForMerchant",
    summary: "Lists the disputes about payments to the account's business, newest first by default",
    input: (parts) => ({ ...listInput(parts), ...searchInput(parts) }),
    answer: listAnswer,
  }),
];

/** Sends a document as a download, never inline, and with a sandbox policy in case it is opened after all. */
function documentAnswer(document: { _id: string; originalName: string; type: DocumentType; sizeBytes: number }): RestAnswer {
  const plain = document.originalName.replace(/[^\w. -]/g, "_");
  const encoded = encodeURIComponent(document.originalName).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return {
    headers: {
      "content-type": documentMediaTypes[document.type],
      "content-length": String(document.sizeBytes),
      "content-disposition": `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`,
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    },
    file: parsePublicId("document", document._id) ?? "",
  };
}
