import { z } from "zod";
import { pageShape } from "../page.ts";
import { mailGroupNames } from "./events.ts";
import { mailStatuses } from "./mails.ts";

const publicIdText = z.string({ error: "An ID is required" }).max(64);

/** A page of one's own notifications. */
export const listNotificationsInput = z.strictObject(pageShape);
export type ListNotificationsInput = z.infer<typeof listNotificationsInput>;

/** Marks one notification as read, or all of them. */
export const markReadInput = z.strictObject({ notificationId: publicIdText.optional() });

/** Switches one group of optional mails on or off. */
export const mailPreferenceInput = z.strictObject({ group: z.enum(mailGroupNames, { error: "There is no such email" }), on: z.boolean() });

/** A page of the administrators' list of mails. */
export const listMailsInput = z.strictObject({
  status: z.enum(["all", ...mailStatuses], { error: "This status is not known" }).default("all"),
  ...pageShape,
});
export type ListMailsInput = z.infer<typeof listMailsInput>;

export const mailIdInput = z.strictObject({ mailId: publicIdText });
