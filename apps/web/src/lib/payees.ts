import { type Outputs, trpcClient } from "./trpc.ts";

/** The business that is paid at an address, with its signed cards. */
export type Payee = NonNullable<Outputs["payees"]["cardOf"]>;

/** Reads the business of each address, once for equal ones. Null for an address that belongs to no business. */
export async function readPayees(addresses: readonly string[]): Promise<Map<string, Payee | null>> {
  const distinct = [...new Set(addresses)];
  return new Map(await Promise.all(distinct.map(async (address) => [address, await trpcClient.payees.cardOf.query({ address })] as const)));
}
