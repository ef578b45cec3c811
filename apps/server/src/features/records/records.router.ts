import { leaseIdInput } from "@hearth/domain/rent/inputs";
import {
  createRecordInput,
  recordFileInput,
  sharedRecordInput,
  signedReceiptInput,
  withdrawRecordInput,
} from "@hearth/domain/records/inputs";
import { auditedFile } from "../../audit/audited-file.ts";
import { router } from "../../trpc/init.ts";
import { publicProcedure, userProcedure } from "../../trpc/procedures.ts";
import { noStepUp } from "../../trpc/step-up-rule.ts";
import { synchronous } from "../../trpc/synchronous.ts";
import { createRecord, makeSignedReceipt, printRecord, readRecords, readSharedRecord, withdrawRecord } from "./records.service.ts";
import { bookFileView } from "../rent/books/book-file.view.ts";
import { recordFileView, rentRecordView, withdrawnView } from "./records.view.ts";

/** Signed records with which tenants show others what they paid, verifiable by anybody. */
export const recordsRouter = router({
  create: userProcedure
    .meta(noStepUp.ownSettings)
    .input(createRecordInput)
    .output(synchronous(rentRecordView))
    .mutation(({ ctx, input }) => createRecord(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  list: userProcedure
    .input(leaseIdInput)
    .output(synchronous(rentRecordView.array()))
    .query(({ ctx, input }) => readRecords(ctx.deps, ctx.actor, input.leaseId)),
  file: userProcedure
    .use(auditedFile)
    .input(recordFileInput)
    .output(synchronous(bookFileView))
    .query(({ ctx, input }) => printRecord(ctx.deps, ctx.actor, input.recordId)),
  withdraw: userProcedure
    .meta(noStepUp.ownSettings)
    .input(withdrawRecordInput)
    .output(synchronous(withdrawnView))
    .mutation(({ ctx, input }) => withdrawRecord(ctx.deps, ctx, ctx.actor, input, ctx.idempotencyKey)),
  /** The record of a link, public to anybody who has it. */
  shared: publicProcedure
    .input(sharedRecordInput)
    .output(synchronous(recordFileView))
    .query(({ ctx, input }) => readSharedRecord(ctx.deps, input.reference)),
  receipt: userProcedure
    .use(auditedFile)
    .input(signedReceiptInput)
    .output(synchronous(recordFileView))
    .query(({ ctx, input }) => makeSignedReceipt(ctx.deps, ctx.actor, input.paymentId)),
});
