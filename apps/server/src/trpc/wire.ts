import { z } from "zod";

/** A moment on the wire: ISO 8601 in UTC. */
export const isoTime = z.iso.datetime();

/** What a call answers that has nothing to show but a sentence for whoever asked. */
export const messageView = z.strictObject({ message: z.string() });
export type MessageView = z.infer<typeof messageView>;
