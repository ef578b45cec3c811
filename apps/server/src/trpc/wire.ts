import { z } from "zod";

/** A moment on the wire: ISO 8601 in UTC. */
export const isoTime = z.iso.datetime();

/** The response of a call that returns only a sentence for the user. */
export const messageView = z.strictObject({ message: z.string() });
export type MessageView = z.infer<typeof messageView>;
