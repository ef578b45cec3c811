import type { DocumentDanger } from "@hearth/domain/disputes/documents";
import { isAmbiguous, isElsewhere, mayHoldObjects, nameOf, streamsOf, TooMuchUnpacked, unpack, UnreadablePdf } from "./pdf-objects.ts";

const maxUnpackedBytes = 50 * 1024 * 1024;
const maxStreams = 20_000;

/** Scripts, and forms with scripts of their own. */
const scripts = ["JavaScript", "Rendition", "XFA"];
/** Actions that start a program, send data or open another file. */
const actions = ["Launch", "SubmitForm", "ImportData", "GoToR", "GoToE"];
const media = ["RichMedia", "Movie", "Sound", "3DD"];
const files = ["EmbeddedFile", "EmbeddedFiles", "FileAttachment"];
const active = nameOf(...scripts, ...actions, ...media, ...files);
const encrypted = nameOf("Encrypt");

/**
 * Returns the danger of opening a PDF. Searches the file, and all packed objects that a reader may find in it, for the names of scripts,
 * actions and embedded files, plain or escaped. `unpacks`: the streams exceed 50 MB. `sealed`: it is encrypted, or readers would disagree
 * about its objects, so it cannot be searched.
 */
export function dangerOfPdf(file: Buffer): DocumentDanger | null {
  const text = file.toString("latin1");
  if (active.test(text)) return "active";
  if (encrypted.test(text)) return "sealed";
  try {
    return dangerOfStreams(file, text);
  } catch (error) {
    if (error instanceof UnreadablePdf) return "sealed";
    if (error instanceof TooMuchUnpacked) return "unpacks";
    throw error;
  }
}

function dangerOfStreams(file: Buffer, text: string): DocumentDanger | null {
  const budget = { bytes: maxUnpackedBytes };
  let streams = 0;
  for (const stream of streamsOf(file, text)) {
    streams += 1;
    if (streams > maxStreams) return "unpacks";
    if (isElsewhere(stream)) return "active";
    const content = unpack(file, text, stream, budget);
    if (!mayHoldObjects(stream)) continue;
    if (content === null || isAmbiguous(text, stream)) return "sealed";
    if (active.test(content.toString("latin1"))) return "active";
  }
  return null;
}
