import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { HeldMerchant } from "../../businesses/review.service.ts";

/** The details that tell two similar merchants apart. */
const comparedView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  contactName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  address: z.string(),
  createdAt: isoTime,
  /** IANA zone of its times. */
  timeZone: z.string(),
});

/** A merchant held for review, with the merchant whose name it resembles. */
export const heldMerchantView = z.strictObject({ heldAt: isoTime, merchant: comparedView, lookAlike: comparedView });
export type HeldMerchantView = z.infer<typeof heldMerchantView>;

export function viewHeld({ merchant, lookAlike }: HeldMerchant): HeldMerchantView {
  return { heldAt: (merchant.heldAt ?? merchant.createdAt).toISOString(), merchant: compare(merchant), lookAlike: compare(lookAlike) };
}

function compare({
  id,
  name,
  contactName,
  email,
  phoneNumber,
  address,
  createdAt,
  timeZone,
}: HeldMerchant["merchant"]): z.infer<typeof comparedView> {
  return { _id: publicId("merchant", id), name, contactName, email, phoneNumber, address, createdAt: createdAt.toISOString(), timeZone };
}
