import { deriveBinding } from "@hearth/chain/binding";
import { networks } from "@hearth/chain/networks";
import { humanCode } from "@hearth/domain/ids";
import { checkoutExpiresAt } from "@hearth/domain/time";
import { randomBytes } from "node:crypto";

/** Creates the secrets, the code and the times of a new checkout, like the product. */
export function newCheckout() {
  const { chainId, usdc } = networks.local;
  const reference = randomBytes(32).toString("hex");
  const createdAt = new Date();
  return {
    chainId,
    tokenAddress: usdc.address,
    reference,
    binding: deriveBinding(`0x${reference}`, chainId),
    code: humanCode(randomBytes(8)),
    createdAt,
    expiresAt: checkoutExpiresAt(createdAt),
  };
}
