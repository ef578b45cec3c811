import { createHash } from "node:crypto";
import type { MultipartFile, MultipartValue } from "@fastify/multipart";
import { documentDangers, documentMessages } from "@hearth/domain/disputes/documents";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { Clock } from "@hearth/domain/time";
import type { FastifyRequest } from "fastify";
import { displayName } from "../uploads/display-name.ts";
import type { DocumentJudge } from "../uploads/document-judge.ts";
import type { Upload } from "../uploads/upload.ts";
import { makeUploadId } from "../uploads/upload-id.ts";
import type { UploadStore } from "../uploads/upload-store.ts";
import type { VirusScanner } from "../uploads/virus-scanner.ts";

/** The only field that may contain files. */
const fileField = "documents";
const maxFields = 10;
const maxFieldBytes = 16 * 1024;

const formLimits = {
  files: limits.disputeDocumentMaxCount,
  fileSize: limits.disputeDocumentMaxBytes,
  fields: maxFields,
  fieldSize: maxFieldBytes,
  fieldNameSize: 100,
  headerPairs: 20,
};

/** The store, the judge and the scanner for received files. */
export interface Reception {
  clock: Clock;
  uploads: UploadStore;
  documentJudge: DocumentJudge;
  /** Null without a scanner. */
  virusScanner: VirusScanner | null;
}

/** A received form with files. */
export interface ReceivedForm {
  fields: Record<string, string>;
  /** Already stored; the receiver keeps or removes them. */
  uploads: Upload[];
}

/**
 * Reads a form with files to its end, writing one file after the other to the store. If a file is refused, refuses the form and removes all
 * files.
 * @throws HearthError DOCUMENT_TOO_LARGE, TOO_MANY_DOCUMENTS, DOCUMENT_TYPE_REFUSED, DOCUMENT_DANGEROUS, DOCUMENTS_UNCHECKED,
 * PAYLOAD_TOO_LARGE, or VALIDATION for a malformed form.
 */
export async function receiveForm(reception: Reception, request: FastifyRequest): Promise<ReceivedForm> {
  const form: ReceivedForm = { fields: {}, uploads: [] };
  try {
    const parts = request.parts({ limits: formLimits });
    for (;;) {
      const next = await parts.next().catch(refuseForm);
      if (next.done) return form;
      if (next.value.type === "file") form.uploads.push(await receiveFile(reception, next.value));
      else addField(form.fields, next.value);
    }
  } catch (error) {
    drain(request);
    await Promise.all(form.uploads.map(({ id }) => reception.uploads.remove(id)));
    throw error;
  }
}

function addField(fields: Record<string, string>, part: MultipartValue): void {
  const { fieldname, value } = part;
  if (part.valueTruncated || part.fieldnameTruncated) throw new HearthError("PAYLOAD_TOO_LARGE");
  if (Object.hasOwn(fields, fieldname)) throw refused(fieldname, "This field is there twice");
  if (typeof value !== "string") throw refused(fieldname, "This field must be text");
  fields[fieldname] = value;
}

async function receiveFile(reception: Reception, part: MultipartFile): Promise<Upload> {
  const { uploads: store, clock } = reception;
  const name = displayName(part.filename);
  if (part.fieldname !== fileField) throw refused(part.fieldname, "This field is not known");
  const id = makeUploadId(clock.now());
  try {
    await store.write(id, part.file);
    if (part.file.truncated) throw documentRefused("DOCUMENT_TOO_LARGE", documentMessages.tooLarge(name));
    return { id, name, ...(await judge(reception, id, name)) };
  } catch (error) {
    await store.remove(id);
    throw isCutOff(error) ? malformed(error) : error;
  }
}

/** True where a form ends within a file. The parser gives that error to the reader of the file, and names it only by its message. */
function isCutOff(error: unknown): boolean {
  const reasons = error instanceof Error ? [error, error.cause] : [];
  return reasons.some((reason) => reason instanceof Error && /unexpected end of multipart data/i.test(reason.message));
}

const malformed = (cause: unknown) => new HearthError("VALIDATION", { message: "Please send a well-formed form", cause });

async function judge(
  { uploads, documentJudge, virusScanner }: Reception,
  id: string,
  name: string,
): Promise<Pick<Upload, "type" | "sizeBytes" | "sha256">> {
  const content = await uploads.read(id);
  if (content.length === 0) throw documentRefused("DOCUMENT_TYPE_REFUSED", documentMessages.empty(name));
  const judged = await documentJudge.judge(name, content);
  if (judged === null) throw documentRefused("DOCUMENT_TYPE_REFUSED", documentMessages.wrongType(name));
  const danger = judged.danger ?? ((await virusScanner?.isHarmful(content)) ? "harmful" : null);
  if (danger !== null) throw documentRefused("DOCUMENT_DANGEROUS", documentDangers[danger](name));
  return { type: judged.type, sizeBytes: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

function documentRefused(code: "DOCUMENT_TOO_LARGE" | "DOCUMENT_TYPE_REFUSED" | "DOCUMENT_DANGEROUS", message: string): HearthError {
  return new HearthError(code, { message, fields: { [fileField]: message } });
}

function refused(field: string, message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { [field]: message } });
}

/** Translates the parser's own errors. */
function refuseForm(cause: unknown): never {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  if (code === "FST_FILES_LIMIT") {
    throw new HearthError("TOO_MANY_DOCUMENTS", { cause, fields: { [fileField]: documentMessages.tooMany } });
  }
  if (code === "FST_FIELDS_LIMIT" || code === "FST_PARTS_LIMIT") throw new HearthError("PAYLOAD_TOO_LARGE", { cause });
  throw malformed(cause);
}

/** Discards the rest of a refused form, so that a client that is still sending gets to read the answer. */
function drain({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}
